// The rates of a network whose file gives each cable its own rate, beside the one rate that [cables] gives to
// all.
#pragma once

#include <optional>
#include <string_view>

#include "base/units.hpp"
#include "experiment/read/configuration.hpp"
#include "planner/port_kinds.hpp"
#include "power/control/rate_levels.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// Reads [cables]. Without a rate there, the rate is that of the cables in the network's file, if all have
/// the same one. `topology` may be null.
void read_cables(Configuration& file, const Topology* topology, Cables& cables);

/// Returns the fastest full rate of any cable.
BitsPerSecond fastest_rate(const Topology& topology, const Cables& cables);

/// Adds a problem when cables have other rates than that of [cables]. For a section that assumes one rate for
/// all.
void require_one_rate(Configuration& file, const Topology& topology, const Cables& cables,
                      std::string_view section);

/// Adds a problem when a cable is so slow that two rates of [control] are equal on it.
void require_apart(Configuration& file, const Topology& topology, const RateLevels& states);

/// Counts the ports of networks read from files, which have no closed forms because their cables have any
/// rate and medium.
std::optional<PortCount> count_ports(const Topology& topology, const Cables& cables);

}  // namespace ebb::inline experiment
