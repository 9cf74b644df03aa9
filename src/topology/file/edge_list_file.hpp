// Lists of cables, one on each line: ebb's own, the output of NetworkX's write_edgelist(), and CSV with a
// header.
#pragma once

#include <string_view>

#include "topology/file/file_builder.hpp"

namespace ebb::inline topology {

/// "a b", "a b rate=100Gb/s medium=copper", "a b {'rate': '100Gb/s'}"; for a node, "a hosts=4"; or, after a
/// first line "source,target,rate", values between commas. # starts a comment; a repeated cable is a parallel
/// link.
void read_edge_list(std::string_view text, FileBuilder& file);

}  // namespace ebb::inline topology
