// The catalogue of topologies.
#pragma once

#include <span>

#include "app/catalogue.hpp"
#include "topology/topology.hpp"

namespace ebb {

std::span<const Entry<Topology>> topologies();

}  // namespace ebb
