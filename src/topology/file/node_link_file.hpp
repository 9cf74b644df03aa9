// Node-link JSON: the output of NetworkX's node_link_data() (links under "links" or "edges"), and topohub's
// files, which are the same with positions and lengths.
#pragma once

#include <string_view>

#include "topology/file/file_builder.hpp"

namespace ebb::inline topology {

/// Larger files are refused: parsed into a tree, JSON takes many times its size.
inline constexpr std::size_t largest_node_link_file = 16u << 20;

void read_node_link(std::string_view text, FileBuilder& file);

}  // namespace ebb::inline topology
