// The rates of a network whose file gives them to its cables, beside the one rate that [cables] gives to all.
#pragma once

#include <string_view>

#include "experiment/configuration.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// Reads [cables]. Where it gives no rate, and all cables of the network's own file have the same one, that
/// is the rate. `topology` may be null.
void read_cables(Configuration& file, const Topology* topology, Cables& cables);

/// Complains when cables have other rates than that of [cables], for a section that goes by one rate for all.
void require_one_rate(Configuration& file, const Topology& topology, const Cables& cables,
                      std::string_view section);

/// Complains when hosts have cables of several media, for a section that goes by one for all hosts.
void require_one_host_medium(Configuration& file, const Topology& topology, const Cables& cables,
                             std::string_view section);

}  // namespace ebb::inline experiment
