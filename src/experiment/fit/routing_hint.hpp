// Lists the routings that fit a network, as a hint when the named one does not.
#pragma once

#include <span>
#include <string>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// "these route on it: dragonfly_minimal, dragonfly_ugal_l, …", with their default parameters.
std::string routings_that_fit(const Network& network);

/// Adds hints that fit the topology to the problems of [routing]: a missing or unknown name.
void hint_at_routings(const Topology& topology, const Cables& cables, const std::string& typed,
                      std::span<Problem> problems);

}  // namespace ebb::inline experiment
