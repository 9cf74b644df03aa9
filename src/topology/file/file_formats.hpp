// The formats of network files, one reader each.
#pragma once

#include <cstddef>
#include <string_view>

#include "topology/file/file_builder.hpp"

namespace ebb::inline topology {

/// Lists of cables, one on each line: ebb's own, the output of NetworkX's write_edgelist(), and CSV with a
/// header. "a b", "a b rate=100Gb/s medium=copper", "a b {'rate': '100Gb/s'}"; for a node, "a hosts=4"; or,
/// after a first line "source,target,rate", values between commas. # starts a comment; a repeated cable is a
/// parallel link.
void read_edge_list(std::string_view text, FileBuilder& file);

/// GraphML, as written by yEd, Gephi, NetworkX and the Topology Zoo.
void read_graphml(std::string_view text, FileBuilder& file);

/// Node-link JSON: the output of NetworkX's node_link_data() (links under "links" or "edges"), and topohub's
/// files, which are the same with positions and lengths.
void read_node_link(std::string_view text, FileBuilder& file);

/// Larger files of node-link JSON are refused: parsed into a tree, JSON takes many times its size.
inline constexpr std::size_t largest_node_link_file = 16u << 20;

}  // namespace ebb::inline topology
