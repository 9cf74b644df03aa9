// Chooses links of an IGP network that can sleep while its metrics stay as they are: everything stays
// connected, also after a single failure where asked for, and no channel gets newly too full: a channel may
// carry `max_utilisation` of its capacity. One that carries more with all links on is too full anyway. It
// gets no fuller, unless `full_may_grow`.
#pragma once

#include <cstdint>
#include <vector>

#include "network/igp_network.hpp"
#include "rules/igp/igp_request.hpp"

namespace ebb::inline rules {

/// Takes the links once, the least loaded first, and lets each sleep whose traffic fits elsewhere.
IgpSleepPlan greedy_sleep(const IgpSleepRequest& request);

/// Starts from the greedy's result. Block by block (igp_blocks.hpp) it tries all choices, or as many as the
/// work allows, and then searches locally. Never worse than the greedy; deterministic.
IgpSleepPlan search_sleep(const IgpSleepRequest& request);

/// The rule of Hypnos (Roellin, Jacob and Vanbever, 2024): link loads alone decide. It does not know where
/// traffic goes, so channels may become too full.
///
/// Rebuilt from the authors' evaluation: links whose load fits into every channel around either end, the
/// least loaded first, as long as what is rerouted stays within a budget that falls with the square of the
/// network's utilisation. The authors compute loads with single paths, we with ECMP.
IgpSleepPlan loads_only_sleep(const IgpSleepRequest& request);

/// A choice of links, checked from the beginning and without blocks.
struct IgpSleepCheck {
  std::uint32_t newly_full = 0;  ///< channels above what they may carry
  double most_filled = 0;        ///< utilisation, of the channels that are within `max_utilisation` before
  bool connected = true;
};
IgpSleepCheck check_sleep(const IgpSleepRequest& request, const std::vector<IgpLinkId>& asleep);

}  // namespace ebb::inline rules
