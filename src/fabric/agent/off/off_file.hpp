// Which cables the agent has switched off, in a file that outlives it: whoever comes after a crash knows
// which ports to switch on again, and leaves alone those that somebody else has switched off. Each line has a
// checksum that also covers the lines before it, and the last one says that it is the last: a damaged file is
// refused, since another cable than the one that is off would be switched on.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct OffFile {
  std::vector<PortId> cables;  ///< by their lower port
  bool unchecked = false;      ///< an earlier release wrote it, without checksums
};

/// Cables by their lower port. The file is whole and on the disk before this returns.
Problems write_off_file(const std::string& path, const Network& network, const std::vector<PortId>& cables);
/// No cables where there is no file.
Result<OffFile> read_off_file(const std::string& path, const Network& network);

}  // namespace ebb::inline fabric
