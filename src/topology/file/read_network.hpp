// Reads files that describe networks: GraphML when they start with "<", node-link JSON when with "{", and
// otherwise lists of cables. Any bytes at all give what a file says or problems that name a place.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "topology/file/network_file.hpp"

namespace ebb::inline topology {

/// Larger files are refused: far beyond what can be simulated, and a slip should not fill the memory.
inline constexpr std::size_t largest_network_file = 64u << 20;

Result<NetworkFile> read_network_file(const std::string& path);

/// The same for text that is at hand; `path` stands for the file in messages. There is a cable at least, none
/// from a node to itself; names are unique; a host has one cable, to a switch; the switches are connected.
Result<NetworkFile> parse_network_file(std::string_view text, const std::string& path);

}  // namespace ebb::inline topology
