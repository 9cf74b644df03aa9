// Reads a sweep file.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// Whether a file must have a [sweep] section.
enum class SweepSection : bool { required, optional };

Result<SweepConfig> read_sweep(const std::string& path, const Settings& settings,
                               SweepSection section = SweepSection::required);

}  // namespace ebb::inline study
