// GraphML, as written by yEd, Gephi, NetworkX and the Topology Zoo.
#pragma once

#include <string_view>

#include "topology/file/file_builder.hpp"

namespace ebb::inline topology {

void read_graphml(std::string_view text, FileBuilder& file);

}  // namespace ebb::inline topology
