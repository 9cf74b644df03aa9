// A contest of tuned power policies (`ebb frontier`), as two comparisons of policies: the first tries
// candidates of each policy on training seeds, the second judges the best of each on other seeds, beside
// what one could do that knew the future.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/frontier_settings.hpp"
#include "experiment/read/settings.hpp"
#include "report/policy/policy_columns.hpp"
#include "results/policy_comparison.hpp"
#include "study/compare/compare_config.hpp"
#include "study/frontier/candidates.hpp"

namespace ebb::inline study {

struct Frontier {
  FrontierSettings settings;
  std::vector<PolicyFamily> families;
  CompareConfig training;  ///< all candidates, on training seeds
};

/// The first training seed is so much above run.seed.
inline constexpr std::int64_t training_seeds_from = 1000;

/// Reads the file. `quick` puts the settings of its list frontier.quick before the user's.
Result<Frontier> read_frontier(const std::string& path, const Settings& settings, bool quick);

/// Of the candidates of one policy, `keep` of those that no other beats in both figures: the one with least
/// energy, the one with least latency, and others between them. Candidates that do not keep up do not count;
/// when none does, the first is taken.
std::vector<std::string> best_candidates(const PolicyFamily& family, const std::vector<PolicyPoint>& points,
                                         std::size_t keep);

/// The comparison that judges: the best candidates of each network, and the clairvoyant channel. `trained`
/// has the networks of the training, in its order.
CompareConfig judged_by_others(const Frontier& frontier, const std::vector<ComparedNetwork>& trained);

}  // namespace ebb::inline study
