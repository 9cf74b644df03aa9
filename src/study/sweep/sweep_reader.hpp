// Reads the [sweep] section.
#pragma once

#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// Fills the axes, conditions and settings of `config`.
void read_sweep_section(const Node& sweep, SweepConfig& config, Problems& problems);

}  // namespace ebb::inline study
