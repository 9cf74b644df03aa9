// Finds networks for a number of hosts and a switch: of each family the one with the least power.
#pragma once

#include <functional>
#include <string>

#include "planner/candidates.hpp"
#include "planner/plan_input.hpp"
#include "results/sized_network.hpp"

namespace ebb::inline planner {

/// Hears which family the search begins: "dragonfly (7 of 14)".
using SizeWatch = std::function<void(const std::string&)>;

/// `like` has the devices, the cables and the tariff. The number of ports is that of its switch.
SizeResult size_networks(const PlanInput& like, SizeRequest request, const SizeWatch& watch = {});

}  // namespace ebb::inline planner
