// Comparisons of policies for tests, each with a store of its own.
#pragma once

#include <string>
#include <vector>

#include "base/folder_testing.hpp"
#include "experiment/fit/run_fit.hpp"
#include "study/compare/policy_study.hpp"

namespace ebb::inline study {

class SilentWatcher : public SweepWatcher {
 public:
  void progress(const SweepProgress&, double, double) override {}
  void run_done(const StoredRun&) override { ++runs; }
  void point_failed(const std::string&, const std::string&) override {}
  std::size_t runs = 0;  ///< runs that were not in the store before
};

struct ComparedInTest {
  std::vector<ComparedNetwork> networks;
  std::size_t runs = 0;
};

inline Result<ComparedInTest> compare_in(const std::string& store, const std::string& path,
                                         const std::vector<std::string>& settings,
                                         const JudgedBy& judged_by = {}) {
  auto config = read_comparison(path, settings);
  if (!config) return config.problems();
  auto study = PolicyStudy::plan(std::move(*config), store, {.jobs = 2, .memory = memory_of_machine()});
  if (!study) return study.problems();
  SilentWatcher watcher;
  const SweepOutcome outcome = (*study)->run(watcher);
  if (!outcome.problems.empty()) return outcome.problems;
  if (Problems unknown = (*study)->unknown(judged_by); !unknown.empty()) return unknown;
  return ComparedInTest{(*study)->networks(judged_by), watcher.runs};
}

/// Compares the policies on the one network of a file.
inline Result<PolicyComparison> compare_policies(const std::string& path,
                                                 const std::vector<std::string>& settings) {
  const TestFolder folder;
  auto compared = compare_in((folder.path / "store").string(), path, settings);
  if (!compared) return compared.problems();
  return compared->networks.at(0).comparison;
}

}  // namespace ebb::inline study
