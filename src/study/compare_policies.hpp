// Runs one configuration under many power policies, side by side, over the same stretch of time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiment/run_input.hpp"
#include "results/policy_comparison.hpp"

namespace ebb::inline study {

struct CompareHooks {
  std::size_t jobs = 1;                                         ///< runs at a time
  std::function<void(const std::string&, Verdict)> finished{};  ///< one call at a time, from any thread
  std::function<void(const PolicyComparison&)> so_far{};        ///< after each, with those that are done
  std::function<void(const std::string&)> note{};               ///< what the user should know, before it runs
};

/// The policies are those of the file's [[compare]] list or, without one, one of each kind that fits the
/// channels. All problems of all policies are found before anything runs.
Result<PolicyComparison> compare_policies(const std::string& path, const std::vector<std::string>& settings,
                                          const CompareHooks& hooks);

/// Marks the points that nothing beats in both energy and mean latency; saturated ones cannot be among them.
void mark_best(std::vector<PolicyPoint>& points);

}  // namespace ebb::inline study
