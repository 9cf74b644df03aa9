// Selects the links between switches that a known traffic needs, when every channel must stay below `peak`:
// Koibuchi's selection (section V.B.3), which leaves every path as it is, and a better one that also moves
// paths so that more links can be switched off. Plain functions over numbers: traffic may be bytes of a
// traced run, or a rate that was counted on ports; `peak` is in the same unit. Where links differ in power,
// the better one minimises power instead of the number of links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/demand.hpp"
#include "network/network.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline rules {

/// Step 2: the traffic of each channel (Trunks::channel_from), all links of the trunk together.
std::vector<double> channel_traffic(const Trunks& trunks, const PathSet& paths, const SwitchDemand& demand);

/// Returns the fewest links that keep a channel's share below the peak, with even sharing; 0 without traffic.
std::uint32_t links_for(double traffic, double peak);

/// Step 3: as few links of each trunk as keep every channel below the peak. One stays on, because paths do
/// not change. Where all links together are not enough, all stay on.
std::vector<std::uint32_t> links_below_peak(const Trunks& trunks, const std::vector<double>& traffic,
                                            double peak);

struct LinkChoice {
  std::vector<std::uint32_t> links;  ///< in use, of each trunk
  PathSet paths;                     ///< one tree per source, without a cyclic dependency
  std::uint32_t in_use = 0;          ///< links, over all trunks
  bool enough = true;                ///< every channel is below the peak; otherwise no such paths were found
};

/// The weight of a link of each trunk, in any unit: its watts. Links of one trunk are equal, as link
/// aggregation requires. Empty, or all the same: links are counted.
using LinkWeights = std::vector<double>;

/// Moves paths off links with little traffic and switches those off: a local search from one set of trees to
/// a better one until it finds none.
LinkChoice fewest_links(const Network& network, const Trunks& trunks, const SwitchDemand& demand, double peak,
                        const LinkWeights& weights = {});

/// The same problem as a mixed integer program in CPLEX's LP format, for a solver such as cbc: the oracle of
/// the tests. Demands between switches with hosts must be positive integers, and so must be the peak.
std::string fewest_links_program(const Network& network, const Trunks& trunks, const SwitchDemand& demand,
                                 double peak, const LinkWeights& weights = {});

}  // namespace ebb::inline rules
