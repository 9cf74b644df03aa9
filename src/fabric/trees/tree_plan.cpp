#include "fabric/trees/tree_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/inventory/names.hpp"
#include "fabric/trees/paths_file.hpp"

namespace ebb::inline fabric {
namespace {

TrunkSet trunks_on(const std::vector<std::uint32_t>& links) {
  TrunkSet on;
  for (const std::uint32_t count : links) on.push_back(count > 0);
  return on;
}

std::vector<std::string> cycle_names(const Network& network, const Trunks& trunks, const PathSet& paths) {
  std::vector<std::string> names;
  for (const std::uint32_t channel : waiting_cycle(trunks, paths)) {
    const Trunk& trunk = trunks[channel / 2];
    const SwitchId from = channel % 2 == 0 ? trunk.a : trunk.b;
    names.push_back(
        fmt::format("{} to {}", switch_name(network, from), switch_name(network, trunk.other(from))));
  }
  return names;
}

}  // namespace

Problems check_tree_size(const Network& network) {
  constexpr double bytes_of_path = 64, most_gigabytes = 8;
  const double switches = network.switches(), all_pairs = switches * (switches - 1) / 2;
  const double cables = (static_cast<double>(network.switch_ports()) - network.hosts) / 2;
  const double gigabytes = switches * (switches * bytes_of_path + std::min(cables, all_pairs) / 8) / 1e9;
  if (gigabytes <= most_gigabytes) return {};
  return {{"size",
           fmt::format(
               "the paths and trees of {} switches need about {:.0f} GB of memory; the limit is {:.0f} GB",
               network.switches(), gigabytes, most_gigabytes),
           "several trees are for clusters of up to some hundred switches; plan a part of the network"}};
}

Result<TreePlan> make_tree_plan(const Network& network, std::vector<std::uint32_t> links, PathSet paths,
                                TreePacking packing, VlanLimits limits) {
  Trunks trunks(network);
  if (Problems wrong = check_path_set(network, trunks, trunks_on(links), paths); !wrong.empty()) return wrong;
  auto trees = source_trees(network, trunks, paths);
  if (!trees) return trees.problems();
  if (const auto fewest = fewest_by_trunks(trunks, *trees); fewest > limits.most_vlans)
    return Problems{too_many_vlans(trees->size(), fmt::format("at least {}", fewest), limits)};
  VlanTrees first = assign_first_fit(trunks, *trees);
  const auto by_first_fit = static_cast<std::uint32_t>(first.vlans.size());
  VlanTrees vlans = packing == TreePacking::least ? pack_trees(trunks, *trees) : std::move(first);
  if (Problems wrong = check_vlan_limits(vlans, limits); !wrong.empty()) return wrong;
  if (Problems wrong = check_vlan_trees(trunks, paths, vlans); !wrong.empty()) return wrong;
  auto cycle = cycle_names(network, trunks, paths);
  return TreePlan{std::move(trunks), std::move(links), std::move(paths), std::move(*trees),
                  by_first_fit,      std::move(vlans), std::move(cycle)};
}

Result<TreePlan> make_tree_plan(const Network& network, const TreesSettings& settings) {
  if (Problems wrong = check_tree_size(network); !wrong.empty()) return wrong;
  const Trunks trunks(network);
  auto links = links_in_use(network, trunks, settings.off);
  if (!links) return links.problems();
  const TrunkSet on = trunks_on(*links);
  auto paths = settings.file.empty() ? Result<PathSet>(tree_paths(network, trunks, on, settings.paths))
                                     : read_paths_file(settings.file, network, trunks, on);
  if (!paths) return paths.problems();
  return make_tree_plan(
      network, std::move(*links), std::move(*paths), settings.packing,
      {static_cast<std::uint32_t>(settings.first_vlan), static_cast<std::uint32_t>(settings.most_vlans)});
}

}  // namespace ebb::inline fabric
