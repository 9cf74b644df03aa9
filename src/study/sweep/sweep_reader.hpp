// The parts of read_sweep(): the [sweep] section, the parameters that it may vary, and --set.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "config/node.hpp"
#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// Fills the axes, conditions and settings of `config`.
void read_sweep_section(const Node& sweep, SweepConfig& config, Problems& problems);

/// Every parameter of a run by its dotted name, and the sections that name a catalogue entry.
std::vector<std::string> parameter_names();

/// A parameter that is set has that value in all points: its axis is removed, with a note. Settings without
/// effect are refused.
void fix_what_is_set(SweepConfig& config, Problems& problems);

}  // namespace ebb::inline study
