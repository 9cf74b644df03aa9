#include "app/off/trees_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/output/say.hpp"
#include "config/read_fields.hpp"
#include "fabric/inventory/names.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/trees/vlan_ports.hpp"

namespace ebb::inline app {
namespace {

std::string joined(const std::vector<std::uint16_t>& numbers) {
  return numbers.empty() ? "-" : fmt::format("{}", fmt::join(numbers, " "));
}

/// All ports of a switch that are configured; a link that is off is in no VLAN.
std::vector<VlanPort> ports_of(const TreesFile& trees, SwitchId s) {
  const TreePlan& plan = trees.plan;
  auto ports = vlan_ports(trees.file->network, plan.trunks, plan.vlans, s, trees.first_vlan());
  for (const TrunkId t : plan.trunks.of(s)) {
    const auto& all = plan.trunks[t].ports_of(s);
    for (std::size_t link = plan.links[t]; link < all.size(); ++link)
      ports[all[link] - trees.file->network.first_port[s]] = {};
  }
  return ports;
}

/// From this number of switches on, a plan and its proof are slow and print a message.
constexpr std::uint32_t slow_plan_from = 200;

/// Adds the file and the line to problems, except those of a file of paths, which have them. A problem
/// without a key of its own is placed at the section.
Problems placed(Problems problems, const FabricFile& file) {
  Problems result;
  for (Problem& problem : problems) {
    if (!file.trees.file.empty() && problem.where.starts_with(file.trees.file)) {
      result.push_back(std::move(problem));
      continue;
    }
    if (problem.where == "VLANs") problem.where = "most_vlans";
    if (problem.where != "most_vlans" && problem.where != "first_vlan" && problem.where != "off")
      problem = {"", fmt::format("{}: {}", problem.where, problem.what), problem.hint};
    Problems one{std::move(problem)};
    locate(one, file.trees_section, "trees", result);
  }
  return result;
}

}  // namespace

Result<TreesFile> read_trees_file(const std::string& path, const std::vector<std::string>& settings) {
  auto file = read_fabric_file(path, settings);
  if (!file) return file.problems();
  const Network& network = (*file)->network;
  if (network.switches() >= slow_plan_from && check_tree_size(network).empty())
    say("planning trees of {} switches, which may take minutes …\n", network.switches());
  auto plan = make_tree_plan(network, (*file)->trees);
  if (!plan) return placed(plan.problems(), **file);
  TreesFile trees{std::move(*file), std::move(*plan), {}, {}, {}};
  trees.addresses = address_plan(*trees.file->routing, Organisation::per_switch);
  ProgramOptions options;
  options.broadcast = trees.file->rules.broadcast;
  trees.programs =
      tree_programs(trees.file->network, trees.plan, trees.addresses, options, 0, trees.first_vlan());
  std::vector<std::uint64_t> macs;
  for (HostId h = 0; h < trees.file->network.hosts; ++h) macs.push_back(mac_of(trees.addresses.address(h)));
  std::vector<std::vector<std::uint32_t>> ports(trees.file->network.switches());
  for (SwitchId s = 0; s < ports.size(); ++s)
    for (std::uint32_t p = 0; p < trees.file->network.ports_of(s); ++p)
      ports[s].push_back(options.openflow_port(s, p));
  const auto walk = ProgramWalk::of(trees.file->network, trees.programs, ports, std::move(macs));
  if (!walk) return walk.problems();
  trees.walked = walk->all_pairs();
  return trees;
}

std::string trunk_name(const Network& network, const Trunk& trunk) {
  return fmt::format("{}-{}", switch_name(network, trunk.a), switch_name(network, trunk.b));
}

namespace {

/// Links that are on and that some path uses.
std::int64_t links_with_paths(const TreePlan& plan) {
  std::int64_t links = 0;
  for (TrunkId t = 0; t < plan.trunks.size(); ++t)
    if (std::any_of(plan.trees.begin(), plan.trees.end(), [&](const auto& tree) { return tree.trunks[t]; }))
      links += plan.links[t];
  return links;
}

std::vector<std::string> summary_notes(const TreesFile& trees) {
  std::vector<std::string> notes;
  const TreesSettings& settings = trees.file->trees;
  if (!trees.plan.cycle.empty())
    notes.push_back(fmt::format(
        "These channels can wait for each other in a circle: {}. {}", fmt::join(trees.plan.cycle, ", "),
        settings.file.empty() ? "[trees] paths = \"up_down\" has none."
                              : "Lead some of the file's paths another way; without [trees] file, "
                                "paths = \"up_down\" has none."));
  if (!settings.file.empty() && trees.file->says_paths)
    notes.push_back(fmt::format("The paths are those of {}; [trees] paths is not used.", settings.file));
  return notes;
}

}  // namespace

Table trees_summary(const TreesFile& trees) {
  const TreePlan& plan = trees.plan;
  std::int64_t links = 0, on = 0;
  for (TrunkId t = 0; t < plan.trunks.size(); ++t) links += plan.trunks[t].links(), on += plan.links[t];
  std::size_t rules = 0;
  for (const SwitchProgram& program : trees.programs) rules = std::max(rules, program.rules.size());
  Table table{
      .title = "VLAN trees", .columns = {{"what", "what"}, {"value", "value", "", Align::right}}, .rows = {}};
  const auto count = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  table.add({"switches with hosts, each with its tree", count(plan.trees.size())});
  table.add({"links between switches", links});
  table.add({"links that are on", on});
  table.add({"links with paths", links_with_paths(plan)});
  table.add({"VLANs by Koibuchi's six steps", plan.by_first_fit});
  table.add({"VLANs used", count(plan.vlans.vlans.size())});
  table.add({"no assignment has fewer than", plan.vlans.at_least});
  table.add({"VLANs that a switch holds", trees.file->trees.most_vlans});
  table.add({"most rules on a switch", count(rules)});
  table.add({"pairs of hosts", count(trees.walked.pairs)});
  table.add({"pairs that reach each other", count(trees.walked.delivered)});
  table.add({"switches on the longest way", trees.walked.longest_way});
  table.add({"circle of waits with pause frames", plan.cycle.empty() ? "none" : "yes"});
  table.notes = summary_notes(trees);
  return table;
}

Table vlan_table(const TreesFile& trees) {
  Table table{.title = "VLANs",
              .columns = {{"vlan", "VLAN"}, {"sources", "hosts of"}, {"links", "links"}},
              .rows = {}};
  const TreePlan& plan = trees.plan;
  const Network& network = trees.file->network;
  for (std::size_t v = 0; v < plan.vlans.vlans.size(); ++v) {
    std::vector<std::string> sources, links;
    for (SwitchId s = 0; s < plan.vlans.of_switch.size(); ++s)
      if (plan.vlans.of_switch[s] == v) sources.push_back(switch_name(network, s));
    for (TrunkId t = 0; t < plan.trunks.size(); ++t)
      if (plan.vlans.vlans[v][t]) links.push_back(trunk_name(network, plan.trunks[t]));
    table.add({static_cast<std::int64_t>(trees.first_vlan() + v), fmt::format("{}", fmt::join(sources, " ")),
               links.empty() ? "-" : fmt::format("{}", fmt::join(links, " "))});
  }
  return table;
}

Table vlan_port_table(const TreesFile& trees, const std::vector<SwitchId>& switches) {
  Table table{.title = "ports (IEEE 802.1Q)",
              .columns = {{"switch", "switch"},
                          {"port", "port"},
                          {"to", "leads to"},
                          {"pvid", "PVID"},
                          {"tagged", "tagged"},
                          {"untagged", "untagged"}},
              .rows = {}};
  const Network& network = trees.file->network;
  for (const SwitchId s : switches) {
    const auto ports = ports_of(trees, s);
    for (std::uint32_t p = 0; p < ports.size(); ++p)
      table.add({switch_name(network, s), p + 1, peer_name(network, network.first_port[s] + p),
                 ports[p].pvid == 0 ? Cell{} : Cell{std::int64_t{ports[p].pvid}}, joined(ports[p].tagged),
                 joined(ports[p].untagged)});
  }
  return table;
}

namespace {

std::string bridge_device(SwitchId s, std::uint32_t port) {
  return fmt::format("{}-p{}", switch_name(s), port);
}

/// Static registration of the hosts' addresses (section III.C): in every VLAN a host is behind one port, and
/// the hosts behind a trunk share its links in use. Nothing is learnt, and no unknown address is flooded.
std::string bridge_addresses(const TreesFile& trees, const std::vector<VlanWays>& ways, SwitchId s) {
  const Network& network = trees.file->network;
  std::string text;
  for (std::size_t v = 0; v < trees.plan.vlans.vlans.size(); ++v) {
    const auto next = ways[v].next(s);
    for (HostId h = 0; h < network.hosts; ++h) {
      const SwitchId to = network.switch_of_host(h);
      PortId port = network.peer[network.host_port(h)];
      if (to != s) {
        if (next[to] == no_id) continue;
        port = trees.plan.trunks[next[to]].ports_of(s)[h % trees.plan.links[next[to]]];
      }
      text += fmt::format("bridge fdb add {} dev {} vlan {} master static\n",
                          mac_text(mac_of(trees.addresses.address(h))),
                          bridge_device(s, port - network.first_port[s]), trees.first_vlan() + v);
    }
  }
  return text;
}

/// Broadcasts take only the first link of a trunk: over two links they would be duplicated and circulate.
std::string bridge_floods(const TreesFile& trees, SwitchId s) {
  std::string text;
  for (const TrunkId t : trees.plan.trunks.of(s)) {
    const auto& ports = trees.plan.trunks[t].ports_of(s);
    for (std::size_t link = 1; link < ports.size(); ++link)
      text += fmt::format("bridge link set dev {} bcast_flood off mcast_flood off\n",
                          bridge_device(s, ports[link] - trees.file->network.first_port[s]));
  }
  return text;
}

}  // namespace

std::string bridge_commands(const TreesFile& trees, const std::vector<SwitchId>& switches) {
  std::string text;
  std::vector<VlanWays> ways;
  for (const TrunkSet& vlan : trees.plan.vlans.vlans) ways.emplace_back(trees.plan.trunks, vlan);
  for (const SwitchId s : switches) {
    const auto ports = ports_of(trees, s);
    for (std::uint32_t p = 0; p < ports.size(); ++p) {
      const std::string device = bridge_device(s, p);
      text += fmt::format("bridge link set dev {} learning off flood off\n", device);
      text += fmt::format("bridge vlan del dev {} vid 1\n", device);
      for (const std::uint16_t vlan : ports[p].tagged)
        text += fmt::format("bridge vlan add dev {} vid {}\n", device, vlan);
      for (const std::uint16_t vlan : ports[p].untagged)
        text += fmt::format("bridge vlan add dev {} vid {}{} untagged\n", device, vlan,
                            vlan == ports[p].pvid ? " pvid" : "");
    }
    text += bridge_floods(trees, s) + bridge_addresses(trees, ways, s);
  }
  return text;
}

}  // namespace ebb::inline app
