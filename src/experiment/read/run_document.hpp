// A run file with every default written out. A results folder keeps it, and a stored run is identified by it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "config/node.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// The keys whose values are devices, by name or by file path.
inline constexpr std::array<std::string_view, 8> device_keys{
    "control.device", "energy.devices", "energy.components", "host.adapter",
    "plan.switch",    "plan.nic",       "plan.optics",       "plan.copper"};

/// Files are named by absolute paths in it.
Node resolved_document(const Configuration& file, const RunInput& input);

/// A larger file, such as a long trace, is not copied with results: their configuration names its path.
inline constexpr std::uintmax_t largest_carried_file = std::uintmax_t{256} << 20;

/// Visits each value of a resolved document that names a file by its path: networks, demands, traces, sizes,
/// devices. What ships with ebb goes by its name, and is not visited.
void visit_files(Node& document, const std::function<void(Node&)>& visit);

}  // namespace ebb::inline experiment
