// A run file with every default written out: what a results folder keeps, and what names a stored run.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "experiment/read/configuration.hpp"
#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// Where a file may name devices, by their names or by the paths of their files.
inline constexpr std::array<std::string_view, 8> device_keys{
    "control.device", "energy.devices", "energy.components", "host.adapter",
    "plan.switch",    "plan.nic",       "plan.optics",       "plan.copper"};

/// Files are named by absolute paths in it.
Node resolved_document(const Configuration& file, const RunInput& input);

/// A larger file, such as a long trace, is not taken along with results: their configuration names its place.
inline constexpr std::uintmax_t largest_carried_file = std::uintmax_t{256} << 20;

/// Shows each place of a resolved document that names a file by its path: networks, demands, traces, sizes,
/// devices. What ships with ebb goes by its name, and is not shown.
void visit_files(Node& document, const std::function<void(Node&)>& visit);

}  // namespace ebb::inline experiment
