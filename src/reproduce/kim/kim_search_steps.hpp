// The steps of the search over the open parameters of Kim's machine (kim_search.hpp), and what they share.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reproduce/kim/kim_search.hpp"

namespace ebb::inline reproduce {

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
