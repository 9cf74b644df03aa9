// The ports of a network by the cables that they are on. A generated network's closed forms tell them by
// medium, at the one rate of [cables]. Where cables have rates of their own, they are counted.
#pragma once

#include <vector>

#include "power/device/equipment.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

struct PortKind {
  LinkKind link;
  std::int64_t of_switches = 0, of_hosts = 0;
};

/// Ports of each kind that one switch has.
using Filling = std::vector<std::int64_t>;

struct PortCount {
  std::vector<PortKind> kinds;
  std::vector<Filling> fillings;  ///< those that switches have, each once; none: not counted
};

/// From closed forms.
PortCount ports_of(const Facts& facts, BitsPerSecond rate);

/// Counted.
PortCount ports_of(const Network& network);

/// The links that switches have, and that hosts have.
std::vector<LinkKind> links_of_switches(const PortCount& ports);
std::vector<LinkKind> links_of_hosts(const PortCount& ports);

}  // namespace ebb::inline planner
