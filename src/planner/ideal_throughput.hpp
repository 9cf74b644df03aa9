// What uniform traffic a network carries, as docs/design/routings.md defines the ideal throughput: the load,
// as a share of the hosts' rate and at most 1, at which the busiest channel is always busy, over shortest
// ways with the load spread evenly. Every cut is in it: the even one, the one beside a plane, the uplinks of
// a switch.
#pragma once

#include <optional>

#include "topology/topology.hpp"

namespace ebb::inline planner {

/// Nothing where there is no closed form.
std::optional<double> ideal_throughput(const Shape& shape);
/// As above; one switch alone carries everything.
std::optional<double> ideal_throughput(const Topology& topology, const Facts& facts);

/// What one dimension of `size` switches with `hosts` on each allows; not cut off at 1.
double butterfly_dimension(double hosts, double size, double links);
double grid_dimension(double hosts, std::int64_t size, bool wraps);

}  // namespace ebb::inline planner
