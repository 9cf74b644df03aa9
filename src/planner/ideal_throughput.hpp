// The uniform traffic that a network carries, by the ideal throughput of docs/design/routings.md: the load,
// as a fraction of the hosts' rate and at most 1, at which the busiest channel is always busy, over shortest
// paths with the load spread evenly. It covers every cut: the bisection, the one beside a plane, the uplinks
// of a switch.
#pragma once

#include <optional>

#include "network/shape.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

/// Empty where there is no closed form. `faster`: how many times as fast as the hosts' channels those between
/// switches are.
std::optional<double> ideal_throughput(const Shape& shape, double faster = 1);
/// The same, with the rates of [cables]; a single switch carries everything.
std::optional<double> ideal_throughput(const Topology& topology, const Facts& facts, const Cables& cables);
double inner_over_hosts(const Cables& cables);

/// Returns what one dimension of `size` switches with `hosts` on each allows, not limited to 1.
double butterfly_dimension(double hosts, double size, double links);
double grid_dimension(double hosts, std::int64_t size, bool wraps);

}  // namespace ebb::inline planner
