// Reads files that describe networks: GraphML when they start with "<", node-link JSON when with "{", and
// otherwise lists of cables. Any bytes give the file's content or problems with a position.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "topology/file/network_file.hpp"

namespace ebb::inline topology {

/// Larger files are refused: they are far beyond what can be simulated, and a mistake should not fill the
/// memory.
inline constexpr std::size_t largest_network_file = 64u << 20;

Result<NetworkFile> read_network_file(const std::string& path);

/// Does the same for text in memory; `path` is the file's name in messages. The result has at least one
/// cable, and none from a node to itself. Names are unique. A host has one cable, to a switch. The switches
/// are connected.
Result<NetworkFile> parse_network_file(std::string_view text, const std::string& path);

}  // namespace ebb::inline topology
