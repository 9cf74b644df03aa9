// A file of the cables that the agent has switched off. It outlives the agent: after a crash, the next agent
// reads which ports to switch on again, and leaves alone those that others have switched off. The checksum of
// each line also covers the lines before it, and the last line is marked as the last. A damaged file is
// refused, because it could name the wrong cable.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct OffFile {
  std::vector<PortId> cables;  ///< by their lower port
  bool unchecked = false;      ///< an earlier release wrote it, without checksums
};

/// Cables are given by their lower port. The file is complete and synced to disk before this returns.
Problems write_off_file(const std::string& path, const Network& network, const std::vector<PortId>& cables);
/// A missing file means no cables.
Result<OffFile> read_off_file(const std::string& path, const Network& network);

}  // namespace ebb::inline fabric
