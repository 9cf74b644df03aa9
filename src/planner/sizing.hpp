// From a number of hosts and a switch to networks that can do it: of each family the one that draws least.
#pragma once

#include "planner/candidates.hpp"
#include "planner/plan_input.hpp"
#include "results/sized_network.hpp"

namespace ebb::inline planner {

/// `like` has the devices, the cables and the tariff. The question's ports are those of its switch.
SizeAnswer size_networks(const PlanInput& like, SizeQuestion question);

}  // namespace ebb::inline planner
