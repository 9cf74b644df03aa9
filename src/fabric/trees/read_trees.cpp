#include "fabric/trees/read_trees.hpp"

#include <fmt/format.h>

#include "config/read_fields.hpp"
#include "fabric/agent/off/off_schedule.hpp"
#include "fabric/trees/paths_file.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {
namespace {

/// By port of a switch: whether the schedule leaves its cable on.
Result<std::vector<bool>> cables_on(const Network& network, const TreesSettings& settings) {
  std::vector<bool> on(network.switch_ports(), true);
  if (settings.schedule.empty()) return on;
  const auto schedule = read_schedule(settings.schedule, network);
  if (!schedule) return schedule.problems();
  const CableSet& at = schedule->on[static_cast<std::size_t>(settings.hour)];
  for (PortId p = 0; p < on.size(); ++p) on[p] = at.has(p);
  return on;
}

bool is_in_file(const Problem& problem, const std::string& file) {
  return !file.empty() && problem.where.starts_with(file);
}

}  // namespace

Result<TreePaths> read_tree_paths(const Network& network, const TreesSettings& settings) {
  if (Problems wrong = check_tree_size(network); !wrong.empty()) return wrong;
  const auto cables = cables_on(network, settings);
  if (!cables) return cables.problems();
  Trunks trunks(network);
  auto links = links_in_use(network, trunks, settings.off, trunks.put_first(*cables));
  if (!links) return links.problems();
  TreePaths result{std::move(trunks), std::move(*links), PathSet(network.switches())};
  const TrunkSet on = result.trunks_on();
  auto paths = settings.file.empty() ? Result<PathSet>(tree_paths(network, result.trunks, on, settings.paths))
                                     : read_paths_file(settings.file, network, result.trunks, on);
  if (!paths) return paths.problems();
  result.paths = std::move(*paths);
  if (Problems wrong = check_path_set(network, result.trunks, on, result.paths); !wrong.empty()) return wrong;
  if (const auto trees = source_trees(network, result.trunks, result.paths); !trees) return trees.problems();
  return result;
}

Result<TreePlan> make_tree_plan(const Network& network, const TreesSettings& settings) {
  auto paths = read_tree_paths(network, settings);
  if (!paths) return paths.problems();
  return make_tree_plan(
      network, std::move(*paths), settings.packing,
      {static_cast<std::uint32_t>(settings.first_vlan), static_cast<std::uint32_t>(settings.most_vlans)});
}

Problems placed_in_trees(Problems problems, const TreesSettings& settings, const Node& section) {
  Problems result;
  for (Problem& problem : problems) {
    if (is_in_file(problem, settings.file) || is_in_file(problem, settings.schedule)) {
      result.push_back(std::move(problem));
      continue;
    }
    if (problem.where == "VLANs") problem.where = "most_vlans";
    if (problem.where != "most_vlans" && problem.where != "first_vlan" && problem.where != "off")
      problem = {"", fmt::format("{}: {}", problem.where, problem.what), problem.hint};
    Problems one{std::move(problem)};
    locate(one, section, "trees", result);
  }
  return result;
}

}  // namespace ebb::inline fabric
