// Finds alternatives for a network that needs more ports than its switch has.
#pragma once

#include <string>
#include <vector>

#include "config/node.hpp"
#include "planner/plan.hpp"
#include "planner/plan_input.hpp"
#include "power/device/device.hpp"

namespace ebb::inline experiment {

/// Names the devices with enough ports for the plan's `key`, and for each integer parameter of the topology a
/// smaller value that fits, found by search.
std::string fit_hint(const Node& topology_section, const PlanInput& input, const std::string& key);

/// Returns the end of a hint: the devices that the plan's `key` could name instead, with data for the rate
/// and the cables of this network, and enough ports.
std::string devices_that_fit_hint(const std::string& key, const PlanInput& input);

std::vector<std::string> devices_of_kind(DeviceKind kind);

}  // namespace ebb::inline experiment
