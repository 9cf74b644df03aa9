// A run file with every default written out: what a results folder keeps, and what names a stored run.
#pragma once

#include <array>
#include <string_view>

#include "experiment/configuration.hpp"
#include "experiment/run_input.hpp"

namespace ebb::inline experiment {

/// Where a file may name devices, by their names or by the paths of their files.
inline constexpr std::array<std::string_view, 8> device_keys{
    "control.device", "energy.devices", "energy.components", "host.adapter",
    "plan.switch",    "plan.nic",       "plan.optics",       "plan.copper"};

/// Files are named by absolute paths in it.
Node resolved_document(const Configuration& file, const RunInput& input);

}  // namespace ebb::inline experiment
