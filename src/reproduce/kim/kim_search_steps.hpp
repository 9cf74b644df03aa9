// The steps of the search over the open parameters of Kim's machine (kim_search.hpp), and what they share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {

/// The printed numbers that the steps aim at, from papers/kim.toml.
struct KimAims {
  double dvs20_latency = 0, dvs60_latency = 0;  ///< percent above the base case
  double dls20_latency = 0;                     ///< percent above adaptive routing alone
  double off_falls = 0;                         ///< points of the links that are off, 20 to 60 %
  double cells_dls = 0;                         ///< powered cells with DLS, 50 %
};

/// One candidate and what it comes to.
struct KimCandidate {
  KimMachine machine;
  double cost = 0;
  std::string what;             ///< the varied parameters
  std::vector<double> reached;  ///< by anchor of the step
};

struct KimStep {
  std::string id, what;
  std::vector<std::string> anchors;
  std::vector<KimCandidate> best;  ///< of each group, the chosen one first
  std::size_t candidates = 0, runs = 0;
};

/// |ln(ours / paper)|, at most 2: far off is far off, and a latency that falls is as wrong as one that hardly
/// grows.
double distance(double ours, double paper);

struct SearchCase {
  std::string_view id;
  double load;
};
/// Runs the same cases with every machine: results by machine, then by case.
Result<std::vector<std::vector<KimResult>>> run_cases(const std::vector<KimMachine>& machines,
                                                      const std::vector<SearchCase>& each,
                                                      const Effort& effort);
void sort_by_cost(std::vector<KimCandidate>& all);

Result<KimStep> dvs_step(const KimMachine& start, const KimAims& aims, const Effort& effort);
Result<KimStep> packet_step(const KimMachine& start, const KimAims& aims, const Effort& effort);
Result<KimStep> graph_step(const KimMachine& start, const KimAims& aims, const Effort& effort);
Result<KimStep> dls_step(const KimMachine& start, const KimAims& aims, const Effort& effort);

}  // namespace ebb::inline reproduce
