// The ports of a network by their cables. A generated network's closed forms give them by medium, at the one
// rate of [cables]. Where cables have individual rates, ports are counted.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "power/device/equipment.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

struct PortKind {
  LinkKind link;
  std::int64_t of_switches = 0, of_hosts = 0;
};

/// The number of ports of each kind on one switch.
using Filling = std::vector<std::int64_t>;

struct PortCount {
  std::vector<PortKind> kinds;
  std::vector<Filling> fillings;  ///< all that occur, each once; empty: not counted
};

/// From closed forms.
PortCount ports_of(const Facts& facts, BitsPerSecond rate);

/// Counted.
PortCount ports_of(const Network& network);

/// The kinds of links of switches, and of hosts.
std::vector<LinkKind> links_of_switches(const PortCount& ports);
std::vector<LinkKind> links_of_hosts(const PortCount& ports);

}  // namespace ebb::inline planner
