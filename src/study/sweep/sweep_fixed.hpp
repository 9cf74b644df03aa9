// Applies --set to a parameter that the file varies.
#pragma once

#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// A parameter that is set has that value in all points: its axis is removed, with a note. Settings without
/// effect are refused.
void fix_what_is_set(SweepConfig& config, Problems& problems);

}  // namespace ebb::inline study
