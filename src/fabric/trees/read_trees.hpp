// From the settings of [trees] to links, paths and VLANs.
#pragma once

#include "base/problem.hpp"
#include "base/result.hpp"
#include "config/node.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "network/network.hpp"
#include "rules/trees/tree_plan.hpp"

namespace ebb::inline fabric {

/// Reads the links in use and the paths over them, and checks that the paths from each switch are one tree.
/// Switches that are loaded and a simulation call this, so both forward by the same paths. Problems name the
/// setting, or the line of a file that the settings name.
Result<TreePaths> read_tree_paths(const Network& network, const TreesSettings& settings);

/// Makes the plan of the settings: the VLANs that hold those paths.
Result<TreePlan> make_tree_plan(const Network& network, const TreesSettings& settings);

/// Adds the position in the configuration file to problems of the two above. Problems of files that the
/// settings name have a position already; one without a key gets that of the section.
Problems placed_in_trees(Problems problems, const TreesSettings& settings, const Node& section);

}  // namespace ebb::inline fabric
