// What the attributes of a node or a link mean, whatever the format that they come from. Attributes that ebb
// does not know are left alone, because files made for other programs are full of them. But one that is
// spelt nearly like an attribute of ebb's is a slip: whoever writes "ratee" would else get another rate.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "topology/file/network_file.hpp"
#include "topology/file/unknown_attributes.hpp"

namespace ebb::inline topology {

/// What a file says of one node or link, as texts: {"rate", "40Gb/s"}.
using Attributes = std::vector<std::pair<std::string, std::string>>;

/// Fills in what the attributes say. The problems have no place: the caller knows it.
Problems fill_node(const Attributes& attributes, FileNode& node, UnknownAttributes& unknown);
Problems fill_link(const Attributes& attributes, FileLink& link, UnknownAttributes& unknown);

}  // namespace ebb::inline topology
