// Uniform traffic that a Clos of three levels carries where its pods cannot have equally many cables to each
// top switch: counted top switch by top switch, for traffic that every switch spreads evenly on the way up.
#pragma once

#include <optional>

#include "network/folded_clos_shape.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

/// Not limited to 1. Empty for other Clos networks: of other levels, with cables that are uneven inside the
/// pods, or too large to count in a moment.
std::optional<double> uneven_clos_throughput(const FoldedClosShape& shape);

}  // namespace ebb::inline planner
