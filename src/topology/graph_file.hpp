// Reads a graph of switches from a file: GraphML when it starts with "<", otherwise a list of cables, one per
// line, each the names of two switches; # starts a comment. A line or edge that is repeated is a parallel
// link. Any bytes at all give either a graph or problems that name the line.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "topology/switch_graph.hpp"

namespace ebb::inline topology {

/// Larger files are refused: far beyond what can be simulated, and a slip should not fill the memory.
inline constexpr std::size_t largest_graph_file = 64u << 20;

Result<SwitchGraph> read_graph_file(const std::string& path);

/// The same for text that is at hand; `name` stands for the file in messages. The graph has at least one
/// cable, none from a switch to itself, and is connected.
Result<SwitchGraph> parse_graph(std::string_view text, const std::string& name);

}  // namespace ebb::inline topology
