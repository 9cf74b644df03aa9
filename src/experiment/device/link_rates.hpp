// The rates of a network whose file gives them to its cables, beside the one rate that [cables] gives to all.
#pragma once

#include <optional>
#include <string_view>

#include "experiment/read/configuration.hpp"
#include "planner/port_kinds.hpp"
#include "power/control/rate_levels.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// Reads [cables]. Where it gives no rate, and all cables of the network's own file have the same one, that
/// is the rate. `topology` may be null.
void read_cables(Configuration& file, const Topology* topology, Cables& cables);

/// Returns the fastest full rate of any cable.
BitsPerSecond fastest_rate(const Topology& topology, const Cables& cables);

/// Complains when cables have other rates than that of [cables], for a section that goes by one rate for all.
void require_one_rate(Configuration& file, const Topology& topology, const Cables& cables,
                      std::string_view section);

/// Complains when some cable is so slow that the rates of [control] are no different ones of it.
void require_apart(Configuration& file, const Topology& topology, const RateLevels& states);

/// Counts the ports where closed forms do not tell them: in networks of files, which give cables rates and
/// media as they like.
std::optional<PortCount> count_ports(const Topology& topology, const Cables& cables);

}  // namespace ebb::inline experiment
