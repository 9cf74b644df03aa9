// Reads the [sweep] section.
#pragma once

#include "app/sweep_config.hpp"

namespace ebb {

/// Fills the axes, conditions and settings of `config`.
void read_sweep_section(const Node& sweep, SweepConfig& config, Problems& problems);

}  // namespace ebb
