// Finds cables, and switches without hosts, that can be off while the network carries a demand: the problem
// of ElasticTree (Heller and others, NSDI 2010), solved for the tables that the agent would load. The rest
// connects all hosts, also after some failures, and no channel carries more than the allowed fraction of its
// rate.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

#include "fabric/agent/off/detour_tables.hpp"
#include "network/demand.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// Follows a search, and may end it.
struct OffObserver {
  /// Cables that are off so far, and how many could be. Often called.
  std::function<void(std::size_t off, std::size_t cables)> progress;
  const std::atomic<bool>* stop = nullptr;  ///< true: the search ends with what it has found
};

struct OffRequest {
  const Network& network;
  const DetourTables& tables;
  const std::vector<HostDemand>& demand;
  double max_utilisation = 0.8;  ///< fraction of its rate that a channel may carry
  std::uint32_t spare = 0;       ///< failures that the remaining network must survive
  const OffObserver* observer = nullptr;
};

struct OffPlan {
  CableSet on;
  std::vector<PortId> order;           ///< cables by their lower port, in the order of switching them off
  std::vector<SwitchId> switches_off;  ///< all of whose cables are off
  std::vector<double> loads;           ///< channel_loads() of the cables that are on
  double most_filled = 0;              ///< utilisation of the busiest channel
  bool carried = false;                ///< carries() of these cables
  bool partial = false;                ///< the search was ended early
};

/// The bits per second on each channel that leaves a switch's port, when traffic follows the tables for these
/// cables; empty when a frame would not arrive.
std::vector<double> channel_loads(const OffRequest& request, const CableSet& routes);

/// Returns whether the network carries the demand over these cables and survives the required failures.
bool carries(const OffRequest& request, const CableSet& routes);

/// Greedy search: whole switches first, then cables, the least used first; then exchanges of one cable that
/// is off for others, as long as more cables go off. Nothing goes off if the whole network does not carry the
/// demand.
OffPlan search_off(const OffRequest& request);

}  // namespace ebb::inline fabric
