// Settings of VLAN trees: section [trees] of a configuration file. read_trees.hpp makes a plan of them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/tree_plan.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {

struct TreesSettings {
  PathRule paths = PathRule::up_down;
  std::string file;
  TreePacking packing = TreePacking::least;
  std::int64_t first_vlan = 2, most_vlans = usual_most_vlans;
  std::vector<std::string> off;
  std::string schedule;
  std::int64_t hour = 0;
  bool load = false;

  static constexpr auto fields() {
    return std::tuple{
        field("paths", &TreesSettings::paths,
              "up_down: no path goes up after it went down, so that pause frames cause no deadlock; "
              "shortest: "
              "the fewest hops"),
        field("file", &TreesSettings::file,
              "paths instead of those of `paths`: a file with one in each line, switches by name from the "
              "first "
              "to the last (s0,s3,s1), as `ebb trees --paths` writes it; looked for beside the file that "
              "names it"),
        field("packing", &TreesSettings::packing,
              "least: as few VLANs as a search finds; first_fit: Koibuchi's six steps as printed"),
        field("first_vlan", &TreesSettings::first_vlan, "number of the first VLAN", {{1}, {highest_vlan}}),
        field("most_vlans", &TreesSettings::most_vlans, "VLANs that a switch holds", {{1}, {highest_vlan}}),
        field("off", &TreesSettings::off,
              "links that are off: \"s0-s1\" for all between two switches, \"s0-s1:2\" for two of them; in a "
              "run with routing \"vlan_trees\" they carry nothing and have the power of an off port"),
        field("schedule", &TreesSettings::schedule,
              "a file of `ebb off --schedule`: the cables that it switches off in the hour `hour` are off as "
              "well; looked for beside the file that names it"),
        field("hour", &TreesSettings::hour, "of the day, for `schedule`", {{0}, {23}}),
        field("load", &TreesSettings::load,
              "`ebb fabric` brings these trees onto switches instead of the tables of [rules]")};
  }
  /// read_tree_paths() checks what depends on the network.
  Problems check() const {
    if (hour == 0 || !schedule.empty()) return {};
    return {{"hour", "is given, but it is the hour of a `schedule`, and there is none",
             "name a file of `ebb off --schedule`, or leave the hour out"}};
  }
};

/// The number of links that are on of each trunk: `links`, less those that the settings switch off.
Result<std::vector<std::uint32_t>> links_in_use(const Network& network, const Trunks& trunks,
                                                const std::vector<std::string>& off,
                                                std::vector<std::uint32_t> links);
/// The same from all links of each trunk.
Result<std::vector<std::uint32_t>> links_in_use(const Network& network, const Trunks& trunks,
                                                const std::vector<std::string>& off);

}  // namespace ebb::inline fabric
