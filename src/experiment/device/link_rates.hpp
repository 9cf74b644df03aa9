// The rates of a network's cables: those of [cables], for hosts and between switches, and those that a file
// gives to single cables.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "experiment/read/configuration.hpp"
#include "planner/port_kinds.hpp"
#include "power/control/rate_levels.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// Reads [cables]. Without a rate there, the rate is that of the cables in the network's file, if all have
/// the same one. `topology` may be null.
void read_cables(Configuration& file, const Topology* topology, Cables& cables);

/// Returns the full rates of the cables, each once.
std::vector<BitsPerSecond> rates_of_cables(const Topology& topology, const Cables& cables);

/// Returns the fastest full rate of any cable.
BitsPerSecond fastest_rate(const Topology& topology, const Cables& cables);

/// Adds a problem when cables have other rates than that of [cables]. For a section that assumes one rate for
/// all.
void require_one_rate(Configuration& file, const Topology& topology, const Cables& cables,
                      std::string_view section);

/// Adds a problem when a cable is so slow that two rates of [control] are equal on it.
void require_apart(Configuration& file, const Topology& topology, const Cables& cables,
                   const RateLevels& states);

/// Counts the ports of networks whose closed forms do not give the rate, medium and device of each: those
/// read from files, those whose hosts have another rate, and those whose spines are another device. Without
/// `spines_apart` or such rates a generated network is not counted.
std::optional<PortCount> count_ports(const Topology& topology, const Cables& cables, bool spines_apart);

/// A network that has to be built to be counted has at most so many ports.
inline constexpr std::int64_t most_counted_ports = 20'000'000;
bool is_too_large_to_count(const Topology& topology, const Cables& cables, bool spines_apart);

}  // namespace ebb::inline experiment
