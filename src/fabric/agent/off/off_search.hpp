// Which cables, and which switches without hosts, a network can do without while it carries a demand: the
// question of ElasticTree (Heller and others, NSDI 2010), asked of the tables that the agent would bring.
// What is left connects all hosts, after some failures too, and no channel carries more than its share.
#pragma once

#include <vector>

#include "fabric/agent/off/detour_tables.hpp"

namespace ebb::inline fabric {

/// What one host sends to another.
struct HostDemand {
  HostId from = 0, to = 0;
  double bits_per_second = 0;
  bool operator==(const HostDemand&) const = default;
};

struct OffRequest {
  const Network& network;
  const DetourTables& tables;
  const std::vector<HostDemand>& demand;
  double room = 0.8;        ///< share of its rate that a channel may carry
  std::uint32_t spare = 0;  ///< failures that what is left must survive
};

struct OffPlan {
  CableSet on;
  std::vector<PortId> order;           ///< cables by their lower port, in the order of switching them off
  std::vector<SwitchId> switches_off;  ///< all of whose cables are off
  double most_filled = 0;              ///< of the fullest channel, as a share of its rate
};

/// The bits per second on each channel that leaves a switch's port, as the tables for these cables lead them;
/// empty when a frame would not arrive.
std::vector<double> channel_loads(const OffRequest& request, const CableSet& routes);

/// Says whether the network carries the demand over these cables and survives what it must.
bool carries(const OffRequest& request, const CableSet& routes);

/// Greedy: whole switches first, then cables, the emptiest first; then exchanges of one cable that is off for
/// others, as long as more goes off. Nothing goes off where the whole network does not carry the demand.
OffPlan search_off(const OffRequest& request);

}  // namespace ebb::inline fabric
