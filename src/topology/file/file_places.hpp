// Where a file draws its switches.
#pragma once

#include <array>
#include <vector>

#include "topology/file/network_file.hpp"

namespace ebb::inline topology {

/// The places of these nodes, moved and shrunk into a square of side 1, with its proportions kept; empty when
/// the file leaves one of them out, or all are at the same place.
std::vector<std::array<double, 2>> unit_places(const NetworkFile& file,
                                               const std::vector<std::uint32_t>& nodes);

}  // namespace ebb::inline topology
