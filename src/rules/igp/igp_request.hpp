// What may sleep in an IGP network, and what a choice of sleeping links must keep.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "network/igp_network.hpp"

namespace ebb::inline rules {

/// A part of a router, such as a line card, that sleeps when all of its links do.
struct IgpPart {
  std::vector<IgpLinkId> links;
  double saved = 0;
};

/// What sleep saves, in any unit. Without link values every link counts 1.
struct IgpSavings {
  std::vector<double> links;
  std::vector<IgpPart> parts;
};

struct IgpSleepRequest {
  const IgpNetwork& network;
  const std::vector<IgpDemand>& demands;
  double max_utilisation = 0.8;
  bool full_may_grow = false;
  bool spare = false;  ///< one more link may fail: what that cuts off, it would cut off with all links on
  IgpSavings savings{};
  std::uint64_t most_work = 60'000'000;     ///< of a search, in steps of its innermost loops: seconds
  const std::atomic<bool>* stop = nullptr;  ///< true: the search ends with what it has found
};

struct IgpSleepPlan {
  std::vector<IgpLinkId> asleep;  ///< ascending
  double saved = 0;               ///< IgpSavings of these links
  std::uint32_t at_most = 0;      ///< proved by search_sleep(): no choice lets more links sleep
  bool partial = false;           ///< the search was ended early
};

}  // namespace ebb::inline rules
