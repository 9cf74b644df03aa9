// Which cables the agent has switched off, in a file that outlives it: whoever comes after a crash knows
// which ports to switch on again, and leaves alone those that somebody else has switched off.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// Cables by their lower port. The file is whole and on the disk before this returns.
Problems write_off_file(const std::string& path, const Network& network, const std::vector<PortId>& cables);
/// None where there is no file.
Result<std::vector<PortId>> read_off_file(const std::string& path, const Network& network);

}  // namespace ebb::inline fabric
