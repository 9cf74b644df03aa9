// Selects the links between switches that a known traffic needs, when every channel must stay below `peak`:
// Koibuchi's selection (section V.B.3), which leaves every path as it is, and a better one that also moves
// paths so that more links can be switched off. Plain functions over numbers: traffic may be bytes of a
// traced run, or a rate that was counted on ports; `peak` is in the same unit. Where links differ in power,
// the better one minimises power instead of the number of links. Links may also slow down: at a tenth of its
// rate a channel must stay below a tenth of the peak.
#pragma once

#include <cstdint>
#include <span>
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

/// A rate below the full one, as a share of it, and the weight of a link at that rate.
struct SlowerRate {
  double share = 0, weight = 0;
};
/// Of each trunk, all of whose links run at one rate, as link aggregation requires. Empty: links are at full
/// rate or off.
using SlowerRates = std::vector<std::vector<SlowerRate>>;

/// How a trunk is used: its links, and their rate: 0 is the full one, then those of SlowerRates in order.
struct TrunkUse {
  std::uint32_t links = 0, rate = 0;
  double weight = 0;  ///< of the links that exist
};
/// Returns the lightest use that keeps a trunk with this traffic below the peak, with one link at least.
/// Where even `there` links at full rate are not enough, it has more than exist.
TrunkUse lightest_use(double traffic, double peak, std::uint32_t there, double weight,
                      std::span<const SlowerRate> slower);

struct LinkChoice {
  std::vector<std::uint32_t> links;  ///< in use, of each trunk
  PathSet paths;                     ///< one tree per source, without a cyclic dependency
  std::uint32_t in_use = 0;          ///< links, over all trunks
  bool enough = true;                ///< every channel is below the peak; otherwise no such paths were found
  std::vector<std::uint32_t> rates = {};  ///< of each trunk, as in TrunkUse
};

/// The weight of a link of each trunk, in any unit: its watts. Links of one trunk are equal, as link
/// aggregation requires. Empty, or all the same: links are counted.
using LinkWeights = std::vector<double>;

/// Moves paths off links with little traffic and switches those off: a local search from one set of trees to
/// a better one until it finds none. Large networks get the lightest of some sets of trees
/// (greedy_links.hpp).
/// With `slower`, which needs weights, trunks may run at lower rates.
LinkChoice fewest_links(const Network& network, const Trunks& trunks, const SwitchDemand& demand, double peak,
                        const LinkWeights& weights = {}, const SlowerRates& slower = {});

/// The same problem as a mixed integer program in CPLEX's LP format, for a solver such as cbc: the oracle of
/// the tests. Demands between switches with hosts must be positive integers, and so must be the peak.
std::string fewest_links_program(const Network& network, const Trunks& trunks, const SwitchDemand& demand,
                                 double peak, const LinkWeights& weights = {},
                                 const SlowerRates& slower = {});

}  // namespace ebb::inline rules
