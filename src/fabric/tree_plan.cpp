#include "fabric/tree_plan.hpp"

#include <fmt/format.h>

#include "fabric/names.hpp"
#include "fabric/paths_file.hpp"

namespace ebb::inline fabric {
namespace {

TrunkSet trunks_on(const std::vector<std::uint32_t>& links) {
  TrunkSet on;
  for (const std::uint32_t count : links) on.push_back(count > 0);
  return on;
}

std::vector<std::string> circle_names(const Network& network, const Trunks& trunks, const PathSet& paths) {
  std::vector<std::string> names;
  for (const std::uint32_t channel : waiting_circle(trunks, paths)) {
    const Trunk& trunk = trunks[channel / 2];
    const SwitchId from = channel % 2 == 0 ? trunk.a : trunk.b;
    names.push_back(
        fmt::format("{} to {}", switch_name(network, from), switch_name(network, trunk.other(from))));
  }
  return names;
}

}  // namespace

Result<TreePlan> make_tree_plan(const Network& network, std::vector<std::uint32_t> links, PathSet paths,
                                TreePacking packing) {
  Trunks trunks(network);
  if (Problems wrong = check_path_set(network, trunks, trunks_on(links), paths); !wrong.empty()) return wrong;
  auto trees = source_trees(network, trunks, paths);
  if (!trees) return trees.problems();
  VlanTrees first = assign_first_fit(trunks, *trees);
  const auto by_first_fit = static_cast<std::uint32_t>(first.vlans.size());
  VlanTrees vlans = packing == TreePacking::least ? pack_trees(trunks, *trees) : std::move(first);
  if (Problems wrong = check_vlan_trees(trunks, paths, vlans); !wrong.empty()) return wrong;
  auto circle = circle_names(network, trunks, paths);
  return TreePlan{std::move(trunks), std::move(links), std::move(paths), std::move(*trees),
                  by_first_fit,      std::move(vlans), std::move(circle)};
}

Result<TreePlan> make_tree_plan(const Network& network, const TreesSettings& settings) {
  const Trunks trunks(network);
  auto links = links_in_use(network, trunks, settings.off);
  if (!links) return links.problems();
  const TrunkSet on = trunks_on(*links);
  auto paths = settings.file.empty() ? Result<PathSet>(tree_paths(network, trunks, on, settings.paths))
                                     : read_paths_file(settings.file, network, trunks, on);
  if (!paths) return paths.problems();
  auto plan = make_tree_plan(network, std::move(*links), std::move(*paths), settings.packing);
  if (!plan) return plan;
  if (Problems wrong = check_vlan_limits(plan->vlans, static_cast<std::uint32_t>(settings.first_vlan),
                                         static_cast<std::uint32_t>(settings.most_vlans));
      !wrong.empty())
    return wrong;
  return plan;
}

}  // namespace ebb::inline fabric
