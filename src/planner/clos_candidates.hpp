// Folded Clos networks for a number of hosts: the access switch that the bisection asks for, and the ways to
// put enough of them into pods.
#pragma once

#include <vector>

#include "planner/size_question.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline planner {

/// Those of this many levels that hold the hosts, the largest pods first. There is one for every number of
/// hosts up to `most_clos_hosts`, unless it has more ports than ebb plans.
std::vector<FoldedClos> clos_networks(const SizeQuestion& question, std::int64_t levels);

/// Hosts of the largest one; 0 where the switch has too few ports for any.
std::int64_t most_clos_hosts(const SizeQuestion& question, std::int64_t levels);

}  // namespace ebb::inline planner
