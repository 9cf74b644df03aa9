// Reads a plan file: the network, its cables, its devices and what electricity costs.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "experiment/read/configuration.hpp"
#include "planner/plan.hpp"
#include "planner/plan_input.hpp"

namespace ebb::inline experiment {

/// Everything a plan needs, checked to fit together.
Result<PlanInput> read_plan(const std::string& path, const std::vector<std::string>& settings = {});

/// Devices, cables and tariff without a network, from settings like "plan.switch=wedge-100".
Result<PlanInput> read_equipment(const std::vector<std::string>& settings);

/// Reads [plan] with the devices that it names; problems go to the configuration's.
void read_plan_section(Configuration& configuration, PlanInput& input);

/// Returns what does not fit in a plan whose facts are known, with hints.
Problems misfits_of(const Configuration& configuration, const PlanInput& input);

}  // namespace ebb::inline experiment
