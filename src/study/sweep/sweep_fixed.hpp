// What --set means for a parameter that the file varies.
#pragma once

#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// A parameter that is set has that value in all points: its axis is taken out, and a note says so. What
/// cannot mean this is refused.
void fix_what_is_set(SweepConfig& config, Problems& problems);

}  // namespace ebb::inline study
