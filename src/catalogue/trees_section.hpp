// [trees], which real switches and a simulated routing share: both forward by the same links and paths.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "catalogue/any_routing.hpp"
#include "config/node.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "network/network.hpp"

namespace ebb::inline catalogue {

struct TreesSection {
  TreesSettings settings;
  Node node;  ///< as read, so that problems can name their line
};

/// Makes the routing forward by the links and paths of the section, as switches do that `ebb fabric` loads
/// with it. Returns the cables that are off, each by one of its ports. Problems have their position: the key,
/// or the line of a file that it names.
Result<std::vector<PortId>> use_trees(AnyRouting& routing, const Network& network, const TreesSection& trees);

}  // namespace ebb::inline catalogue
