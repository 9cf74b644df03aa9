// Which routings fit a network, for whoever named one that does not.
#pragma once

#include <span>
#include <string>

#include "base/problem.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// "these route on it: dragonfly_minimal, dragonfly_ugal_l, …", with their default parameters.
std::string routings_that_fit(const Network& network);

/// Puts hints that fit the topology to problems with [routing]: it is missing, or has an unknown name.
void hint_at_routings(const Topology& topology, const Cables& cables, const std::string& typed,
                      std::span<Problem> problems);

}  // namespace ebb::inline experiment
