// The load of a network over a day: CSV with a line for each hour, "hour,load".
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace ebb::inline tasks {

inline constexpr std::size_t most_simulated_loads = 5;

/// Returns the load of each of the 24 hours, 0 to 1. Every hour must be there once.
Result<std::vector<double>> read_day_of_load(const std::string& path);

/// Returns the loads to simulate, ascending: those of the day, or evenly spaced ones from the least to the
/// most where it has more than most_simulated_loads.
std::vector<double> simulated_loads(const std::vector<double>& day);

/// Returns the value at a load, on straight lines through the values at the simulated loads.
double at_load(double load, const std::vector<double>& loads, const std::vector<double>& values);

}  // namespace ebb::inline tasks
