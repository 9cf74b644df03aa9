// Finds networks of a switch that hold a number of hosts. The job of `ebb plan size`.
#pragma once

#include <string>

#include "base/result.hpp"
#include "planner/plan_input.hpp"
#include "planner/sizing.hpp"
#include "results/sized_network.hpp"
#include "tasks/plan/size_options.hpp"

namespace ebb::inline tasks {

/// The networks, and what they were planned with: any row becomes a plan file without another search.
struct SizedNetworks {
  SizeOptions options;
  PlanInput equipment;  ///< the devices, the cables and the tariff
  SizeResult result;    ///< sorted as requested
};

/// `watch` hears what is searched.
Result<SizedNetworks> find_networks(const SizeOptions& options, const SizeWatch& watch = {});

/// A row of the result, counted from 1, as a plan file.
Result<std::string> plan_file_of(const SizedNetworks& sized, std::int64_t row);

}  // namespace ebb::inline tasks
