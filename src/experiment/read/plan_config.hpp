// Reads a plan file: the network, its cables, its devices and what electricity costs.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "planner/plan.hpp"
#include "planner/plan_input.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// Everything a plan needs, checked to fit together.
Result<PlanInput> read_plan(const std::string& path, const Settings& settings = {});

/// Devices, cables and tariff without a network, from settings like "plan.switch=wedge-100".
Result<PlanInput> read_equipment(const Settings& settings);

/// Reads [plan] with the devices that it names; problems go to the configuration's.
void read_plan_section(Configuration& configuration, PlanInput& input);

/// Fills in the parts of the topology's network, counted by rate and device. False when problems were added.
bool read_parts(Configuration& configuration, const Topology& topology, PlanInput& input);

/// Returns what does not fit in a plan whose facts are known, with hints.
Problems misfits_of(const Configuration& configuration, const PlanInput& input);

}  // namespace ebb::inline experiment
