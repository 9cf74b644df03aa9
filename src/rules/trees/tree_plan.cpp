#include "rules/trees/tree_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/names.hpp"

namespace ebb::inline rules {
namespace {

std::vector<std::string> cycle_names(const Network& network, const Trunks& trunks, const PathSet& paths) {
  const auto name = [&](SwitchId s) { return name_of_switch(network, s, "s"); };
  std::vector<std::string> names;
  for (const std::uint32_t channel : waiting_cycle(trunks, paths)) {
    const Trunk& trunk = trunks[channel / 2];
    const SwitchId from = channel % 2 == 0 ? trunk.a : trunk.b;
    names.push_back(fmt::format("{} to {}", name(from), name(trunk.other(from))));
  }
  return names;
}

}  // namespace

TrunkSet TreePaths::trunks_on() const {
  TrunkSet on;
  for (const std::uint32_t count : links) on.push_back(count > 0);
  return on;
}

std::vector<PortId> TreePaths::cables_off() const {
  std::vector<PortId> off;
  for (TrunkId t = 0; t < trunks.size(); ++t)
    off.insert(off.end(), trunks[t].ports_a.begin() + links[t], trunks[t].ports_a.end());
  return off;
}

TreePaths all_tree_paths(const Network& network, PathRule rule) {
  Trunks trunks(network);
  std::vector<std::uint32_t> links;
  for (TrunkId t = 0; t < trunks.size(); ++t) links.push_back(trunks[t].links());
  PathSet paths = tree_paths(network, trunks, TrunkSet(trunks.size(), true), rule);
  return {std::move(trunks), std::move(links), std::move(paths)};
}

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

Result<TreePlan> make_tree_plan(const Network& network, TreePaths given, TreePacking packing,
                                VlanLimits limits) {
  const Trunks& trunks = given.trunks;
  const PathSet& paths = given.paths;
  if (Problems wrong = check_path_set(network, trunks, given.trunks_on(), paths); !wrong.empty())
    return wrong;
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
  return TreePlan{std::move(given), std::move(*trees), by_first_fit, std::move(vlans), std::move(cycle)};
}

Result<TreePlan> make_tree_plan(const Network& network, std::vector<std::uint32_t> links, PathSet paths,
                                TreePacking packing, VlanLimits limits) {
  return make_tree_plan(network, TreePaths{Trunks(network), std::move(links), std::move(paths)}, packing,
                        limits);
}

}  // namespace ebb::inline rules
