// Every topology of the catalogue in sizes that a test can traverse completely.
#pragma once

#include <fmt/core.h>

#include <map>
#include <string>
#include <vector>

#include "base/ensure.hpp"
#include "catalogue/topologies.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline catalogue {

inline const std::map<std::string_view, std::vector<std::string>> small_topologies{
    {"flattened_butterfly",
     {"c = 2\nk = 4\nn = 3", "c = 1\nsizes = [3, 2]\nparallel = [1, 2]",
      "c = 2\nsizes = [4, 3, 2]\nparallel = [1, 2, 1]", "c = 1\nsizes = [2, 2, 2, 3]"}},
    {"folded_clos",
     {"levels = 2\nradix = 8", "radix = 4", "levels = 4\nradix = 4", "radix = 6\npods = 5",
      "levels = 2\nradix = 12\nhosts_per_switch = 8\npod = 3"}},
    {"chassis_clos", {"radix = 8\nhosts = 40"}},
    {"rail_only", {"gpus = 2\nservers = 3", "gpus = 4\nservers = 4"}},
    {"rail_circuits", {"gpus = 2\nservers = 3"}},
    {"rail_clos",
     {"gpus = 2\nservers = 2\npods = 2\nspines = 2", "gpus = 2\nservers = 2\npods = 3\nspines = 1"}},
    {"dragonfly",
     {"a = 4\nh = 1\ng = 4", "a = 2\nh = 2", "a = 3\nh = 2\ng = 2", "a = 1\nh = 3", "a = 4\nh = 2\ng = 6",
      "a = 4\nh = 2\nwiring = \"consecutive\""}},
    {"mesh", {"sizes = [4, 4]\nc = 3", "sizes = [5, 4]", "sizes = [2, 2, 3]", "sizes = [7]"}},
    {"torus", {"sizes = [5, 3]", "sizes = [2, 2, 3]", "sizes = [4, 6]", "sizes = [8]"}},
    {"complete", {"switches = 5\nlinks = 2"}},
    {"tree", {"depth = 2\narity = 3", "depth = 3\narity = 2\nhosts_on = \"leaves\""}},
    {"irregular", {"switches = 9\ndegree = 4"}},
    {"graph",
     {"file = \"tests/data/ring.cables\"", "file = \"tests/data/ring.cables\"\nhosts_per_switch = 1"}},
    {"star", {"hosts = 7"}}};

struct SmallNetwork {
  std::string description;
  Network network;
};

/// A topology without parameters here gives a problem.
inline Result<std::vector<SmallNetwork>> small_networks(const Cables& cables = {}) {
  std::vector<SmallNetwork> networks;
  Problems problems;
  for (const auto& entry : topologies()) {
    const auto sets = small_topologies.find(entry.name);
    if (sets == small_topologies.end()) {
      problems.push_back({std::string(entry.name), "has no small parameters", "add some to this file"});
      continue;
    }
    for (const std::string& parameters : sets->second) {
      const auto table = parse_toml(parameters, std::string(entry.name));
      if (!table) return table.problems();
      if (const auto topology = entry.read(*table, "topology", {}, problems))
        networks.push_back({fmt::format("{}\n{}", entry.name, parameters), topology->build(cables)});
    }
  }
  if (!problems.empty()) return problems;
  return networks;
}

}  // namespace ebb::inline catalogue
