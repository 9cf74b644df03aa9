// The ports of a network by their cables. A generated network's closed forms give them by medium, at the one
// rate of [cables]. Where cables have several rates, or spines are another device, ports are counted.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/network.hpp"
#include "power/device/equipment.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

struct PortKind {
  LinkKind link;
  std::int64_t of_switches = 0, of_hosts = 0;
  std::int64_t of_spines = 0;  ///< of switches without hosts, where these are apart; else in of_switches
};

/// The number of ports of each kind on one switch.
using Filling = std::vector<std::int64_t>;

struct PortCount {
  std::vector<PortKind> kinds;
  std::vector<Filling> fillings;        ///< all that occur, each once; empty: not counted
  std::vector<Filling> spine_fillings;  ///< the same of switches without hosts, where these are apart
};

/// From closed forms. Where every switch has hosts there is one filling: the most ports of each kind.
PortCount ports_of(const Facts& facts, const Cables& cables);

/// Counted.
PortCount ports_of(const Network& network, bool spines_apart = false);

/// From the closed forms of a folded Clos, whose hosts and spines may have cables of different rates.
PortCount ports_of(const FoldedClosShape& shape, const Facts& facts, const Cables& cables, bool spines_apart);

/// The kinds of links of switches, of spines where these are apart, and of hosts.
std::vector<LinkKind> links_of_switches(const PortCount& ports);
std::vector<LinkKind> links_of_spines(const PortCount& ports);
std::vector<LinkKind> links_of_hosts(const PortCount& ports);

}  // namespace ebb::inline planner
