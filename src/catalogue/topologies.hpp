// The catalogue of topologies.
#pragma once

#include <span>

#include "catalogue/catalogue.hpp"
#include "topology/topology.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Topology>> topologies();

}  // namespace ebb::inline catalogue
