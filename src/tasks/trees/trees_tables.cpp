#include "tasks/trees/trees_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fabric/inventory/names.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "results/cell.hpp"
#include "rules/trees/tree_plan.hpp"
#include "tasks/trees/bridge_commands.hpp"

namespace ebb::inline tasks {
namespace {

std::string joined(const std::vector<std::uint16_t>& numbers) {
  return numbers.empty() ? "-" : fmt::format("{}", fmt::join(numbers, " "));
}

}  // namespace

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

std::vector<std::string> summary_notes(const TreesResult& trees) {
  std::vector<std::string> notes;
  const TreesSettings& settings = trees.file->trees;
  if (!trees.plan.cycle.empty())
    notes.push_back(fmt::format(
        "These channels can deadlock, each waiting for the next: {}. {}", fmt::join(trees.plan.cycle, ", "),
        settings.file.empty() ? "[trees] paths = \"up_down\" has no such cycle."
                              : "Change some of the file's paths; without [trees] file, "
                                "paths = \"up_down\" has no such cycle."));
  if (!settings.file.empty() && trees.file->says_paths)
    notes.push_back(fmt::format("The paths are those of {}; [trees] paths is not used.", settings.file));
  return notes;
}

}  // namespace

Table trees_summary(const TreesResult& trees) {
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
  table.add({"switches on the longest path", trees.walked.longest_path});
  table.add({"deadlock cycle with pause frames", plan.cycle.empty() ? "none" : "yes"});
  table.notes = summary_notes(trees);
  return table;
}

Table vlan_table(const TreesResult& trees) {
  Table table{.title = "VLANs",
              .columns = {{"vlan", "VLAN"}, {"sources", "hosts of"}, {"links", "links"}},
              .rows = {}};
  const TreePlan& plan = trees.plan;
  const Network& network = trees.network();
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

Table vlan_port_table(const TreesResult& trees, const std::vector<SwitchId>& switches) {
  Table table{.title = "ports (IEEE 802.1Q)",
              .columns = {{"switch", "switch"},
                          {"port", "port"},
                          {"to", "leads to"},
                          {"pvid", "PVID"},
                          {"tagged", "tagged"},
                          {"untagged", "untagged"}},
              .rows = {}};
  const Network& network = trees.network();
  for (const SwitchId s : switches) {
    const auto ports = ports_of(trees, s);
    for (std::uint32_t p = 0; p < ports.size(); ++p)
      table.add({switch_name(network, s), p + 1, peer_name(network, network.first_port[s] + p),
                 ports[p].pvid == 0 ? Cell{} : Cell{std::int64_t{ports[p].pvid}}, joined(ports[p].tagged),
                 joined(ports[p].untagged)});
  }
  return table;
}

std::string trees_text(const TreesResult& trees, const std::vector<SwitchId>& switches, Format format) {
  const Table summary = trees_summary(trees), vlans = vlan_table(trees),
              ports = vlan_port_table(trees, switches);
  if (format == Format::csv) return to_csv(ports);
  if (format != Format::json)
    return fmt::format("{}\n{}\n{}", render(summary, format), render(vlans, format), render(ports, format));
  return json_text({{"file", trees.file->path},
                    {"summary", json_rows(summary)},
                    {"vlans", json_rows(vlans)},
                    {"ports", json_rows(ports)},
                    {"cycle", trees.plan.cycle},
                    {"circle", trees.plan.cycle}});  // the old name, for one release
}

}  // namespace ebb::inline tasks
