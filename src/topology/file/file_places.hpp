// The positions of switches in a file.
#pragma once

#include <array>
#include <vector>

#include "topology/file/network_file.hpp"

namespace ebb::inline topology {

/// Returns the positions of these nodes, scaled into a square of side 1 with proportions kept. Empty when the
/// file lacks one of them, or all are equal.
std::vector<std::array<double, 2>> unit_places(const NetworkFile& file,
                                               const std::vector<std::uint32_t>& nodes);

}  // namespace ebb::inline topology
