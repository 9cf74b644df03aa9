// Reads a sweep file.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "study/sweep_config.hpp"

namespace ebb::inline study {

Result<SweepConfig> read_sweep(const std::string& path, const std::vector<std::string>& settings);

}  // namespace ebb::inline study
