#include "routing/tables/vlan_tree_paths.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "network/distance.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline routing {
namespace {

constexpr std::uint16_t no_way = 0xffff;
constexpr std::uint32_t most_switches = 512;  ///< the table of all paths grows with its cube

}  // namespace

Problems VlanTreePaths::check(const Network& network) const {
  const std::size_t trees = switches_with_hosts(network).size();
  const Trunks trunks(network);
  if (trees > most_trees || network.switches() > most_switches || trunks.channels() >= no_way)
    return {{"name",
             fmt::format("has a tree for each switch with hosts: {} of them, on {} switches, are more than "
                         "{} on {}",
                         trees, network.switches(), most_trees, most_switches),
             "\"shortest_path\" has no such limit"}};
  if (given_) return {};  // they were checked when they were read
  const TreePaths all = all_tree_paths(network, paths);
  if (Problems wrong = check_path_set(network, trunks, all.trunks_on(), all.paths); !wrong.empty())
    return wrong;
  const auto in_trees = source_trees(network, trunks, all.paths);
  return in_trees ? Problems{} : in_trees.problems();
}

void VlanTreePaths::note_addresses(const Network& network, const AddressPlan& plan) {
  first_port_ = network.first_port;
  port_address_.assign(first_port_.back(), 0);
  host_address_.resize(network.hosts);
  tree_of_.assign(network.switches(), no_id);
  std::uint32_t trees = 0;
  for (HostId h = 0; h < network.hosts; ++h) host_address_[h] = plan.address(h);
  for (SwitchId s = 0; s < network.switches(); ++s)
    for (PortId p = first_port_[s]; p < first_port_[s + 1]; ++p)
      if (network.is_host_port(network.peer[p])) {
        port_address_[p] = host_address_[network.host_at(network.peer[p])];
        if (tree_of_[s] == no_id) tree_of_[s] = trees++;
      }
}

/// Returns the largest number of links in use of a trunk.
std::size_t VlanTreePaths::note_ports(const TreePaths& trees) {
  const Trunks& trunks = trees.trunks;
  std::size_t most = 1;
  trunk_ports_.assign(trunks.channels(), {});
  for (TrunkId t = 0; t < trunks.size(); ++t)
    for (const SwitchId s : {trunks[t].a, trunks[t].b}) {
      auto& ports = trunk_ports_[trunks.channel_from(s, t)];
      for (const PortId p : trees.ports_in_use(s, t))
        ports.push_back(static_cast<std::uint16_t>(p - first_port_[s]));
      most = std::max(most, ports.size());
    }
  return most;
}

void VlanTreePaths::note_trunks(const Trunks& trunks, const PathSet& path_set) {
  const std::uint32_t n = trunks.switches();
  const auto trees = std::count_if(tree_of_.begin(), tree_of_.end(), [](auto t) { return t != no_id; });
  way_.assign(static_cast<std::size_t>(trees) * n * n, no_way);
  for (SwitchId from = 0; from < n; ++from)
    for (SwitchId to = 0; to < n; ++to) {
      const Path& path = path_set.path(from, to);
      for (std::size_t i = 0; i + 1 < path.size(); ++i)
        way_[way_place(tree_of_[from], path[i], to)] =
            static_cast<std::uint16_t>(trunks.channel_from(path[i], trunks.between(path[i], path[i + 1])));
    }
}

void VlanTreePaths::prepare(const Network& network) {
  const AddressPlan plan = address_plan(*block_routing(network), Organisation::per_switch);
  note_addresses(network, plan);
  const TreePaths trees = given_ ? *given_ : all_tree_paths(network, paths);
  const std::size_t most_links = note_ports(trees), host_field = plan.fields().size() - 1;
  parts_.assign(most_links + 1, {});
  for (std::size_t links = 2; links <= most_links; ++links)
    parts_[links] = spread(plan, host_field, host_field, links);
  note_trunks(trees.trunks, trees.paths);
}

/// Returns the link of a trunk: the first part that matches, as in the rules. Parts are disjoint and cover
/// everything.
std::size_t VlanTreePaths::link(std::size_t links, Address source, Address destination) const {
  if (links == 1) return 0;
  const std::vector<SpreadPart>& parts = parts_[links];
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].source.matches(source) && parts[i].destination.matches(destination)) return i % links;
  ENSURE(false);
  return 0;
}

std::uint64_t VlanTreePaths::table_bytes() const { return 2 * way_.size() + 8 * port_address_.size(); }

}  // namespace ebb::inline routing
