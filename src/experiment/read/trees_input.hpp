// [trees] of a run that forwards by VLAN trees: the links that are off, and the paths of a file. Without such
// keys, all links are on, and [routing] paths is the rule of the paths.
#pragma once

#include <optional>
#include <vector>

#include "catalogue/trees_section.hpp"
#include "config/node.hpp"
#include "experiment/read/configuration.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

struct TreesInput : TreesSection {
  std::vector<PortId> off;  ///< cables that are off for the whole run; known once the network is built
};

/// A run takes [trees] paths, which switches are loaded with, where [routing] leaves `paths` out.
Configuration with_paths_of_trees(const Configuration& given);

/// Reads [trees] where the routing is "vlan_trees". Nothing: the section has neither links nor a file.
std::optional<TreesInput> read_trees_of_run(Configuration& file);

/// Makes the paths of these files absolute, so that a copy of the document elsewhere refers to the same ones.
void make_tree_files_absolute(Node& document);

}  // namespace ebb::inline experiment
