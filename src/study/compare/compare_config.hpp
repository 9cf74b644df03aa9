// What `ebb compare-policies` compares: each combination of networks and workloads of the file's [sweep]
// section, each under the policies that suit it.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "experiment/read/settings.hpp"
#include "results/named_figure.hpp"
#include "study/compare/policy_cases.hpp"
#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// One network under one workload.
struct ComparedCase {
  std::vector<NamedFigure> parameters;  ///< the parameters in which it differs from the others
  Node root;                            ///< a run file without a policy
  std::vector<PolicyCase> policies;     ///< always full rate first
  std::vector<std::string> tables;      ///< power tables that may apply to it
  Picoseconds epoch{}, most_time{};
  bool fixed_time = false;  ///< the file fixes the warm-up and one length for all runs
  BitsPerSecond slowest{}, fastest{};
  std::string device;  ///< what a device file gives to all policies; may be empty
};

struct CompareConfig {
  std::string path;
  std::size_t repeats = 1;
  std::vector<ComparedCase> cases;
  std::vector<std::string> notes;  ///< notes to print before the first run
};

/// Reads the file. The policies are those of its [[compare]] list. Without a list, there is one of each kind
/// that fits the channels. All problems of all cases are found before the first run.
Result<CompareConfig> read_comparison(const std::string& path, const Settings& settings);

}  // namespace ebb::inline study
