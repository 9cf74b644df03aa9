// Settings of VLAN trees: section [trees] of a configuration file.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/result.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline fabric {

enum class TreePacking : std::uint8_t { least, first_fit };
constexpr auto names_of(TreePacking) { return std::array<std::string_view, 2>{"least", "first_fit"}; }

struct TreesSettings {
  PathRule paths = PathRule::up_down;
  std::string file;
  TreePacking packing = TreePacking::least;
  std::int64_t first_vlan = 2, most_vlans = usual_most_vlans;
  std::vector<std::string> off;
  bool load = false;

  static constexpr auto fields() {
    return std::tuple{
        field("paths", &TreesSettings::paths,
              "up_down: no path goes up after it went down, so that pause frames close no circle; shortest: "
              "the fewest hops"),
        field(
            "file", &TreesSettings::file,
            "paths of your own, in the place of `paths`: a file with one in each line, switches by name from "
            "the first to the last (s0,s3,s1); looked for beside the file that names it"),
        field("packing", &TreesSettings::packing,
              "least: as few VLANs as a search finds; first_fit: Koibuchi's six steps as printed"),
        field("first_vlan", &TreesSettings::first_vlan, "number of the first VLAN", {{1}, {highest_vlan}}),
        field("most_vlans", &TreesSettings::most_vlans, "VLANs that a switch holds", {{1}, {highest_vlan}}),
        field("off", &TreesSettings::off,
              "links that are off: \"s0-s1\" for all between two switches, \"s0-s1:2\" for two of them"),
        field("load", &TreesSettings::load,
              "`ebb fabric` brings these trees onto switches instead of the tables of [rules]")};
  }
  /// make_tree_plan() checks what depends on the network.
  Problems check() const { return {}; }
};

/// The number of links that are on of each trunk, after those that the settings switch off.
Result<std::vector<std::uint32_t>> links_in_use(const Network& network, const Trunks& trunks,
                                                const std::vector<std::string>& off);

}  // namespace ebb::inline fabric
