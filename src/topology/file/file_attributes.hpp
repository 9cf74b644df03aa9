// The meaning of the attributes of a node or a link, in any format. Unknown attributes are ignored, because
// files of other programs have many of them. One that is spelt nearly like an attribute of ebb's is refused:
// otherwise "ratee" would silently give another rate.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "topology/file/network_file.hpp"
#include "topology/file/unknown_attributes.hpp"

namespace ebb::inline topology {

/// The attributes of one node or link in a file, as texts: {"rate", "40Gb/s"}.
using Attributes = std::vector<std::pair<std::string, std::string>>;

/// Fills in the values of the attributes. The problems have no position: the caller knows it.
Problems fill_node(const Attributes& attributes, FileNode& node, UnknownAttributes& unknown);
Problems fill_link(const Attributes& attributes, FileLink& link, UnknownAttributes& unknown);

}  // namespace ebb::inline topology
