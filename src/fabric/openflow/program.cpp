#include "fabric/openflow/program.hpp"

#include <fmt/format.h>

#include <map>

#include "fabric/inventory/names.hpp"
#include "fabric/openflow/broadcast_tree.hpp"
#include "fabric/openflow/openflow.hpp"
#include "rules/tables/single_stage.hpp"

namespace ebb::inline fabric {

ProgramMaker::ProgramMaker(const Network& network, const BlockRouting& routing, const TableChoice& tables,
                           ProgramOptions options)
    : network_(network),
      routing_(routing),
      tables_(tables),
      options_(std::move(options)),
      plan_(address_plan(routing, tables.organisation)) {
  if (options_.broadcast) tree_ = broadcast_tree(network);
}

FlowRule ProgramMaker::rule(std::uint16_t priority, std::string match, std::string actions) const {
  return {options_.table, priority, cookie_of(options_.version), std::move(match), std::move(actions)};
}

std::string match_text(SwitchId s, const Rule& entry, const ProgramOptions& options) {
  std::string match;
  const auto add = [&](const std::string& field) { match += (match.empty() ? "" : ",") + field; };
  if (entry.in_port != no_id) add(fmt::format("in_port={}", options.openflow_port(s, entry.in_port)));
  if (entry.source.mask != 0) add("dl_src=" + address_text(entry.source));
  // A mask of 0 still compares the two reserved bits: broadcast and multicast never match a forwarding rule.
  add("dl_dst=" + address_text(entry.destination));
  return match;
}

/// Rules with the same alternatives share a group. It takes the first port that is up.
void ProgramMaker::add_forwarding(SwitchId s, SwitchProgram& program) const {
  std::map<std::vector<std::uint32_t>, std::uint32_t> groups;
  const auto output = [&](std::uint32_t local) {
    return fmt::format("output:{}", options_.openflow_port(s, local));
  };
  const auto group_for = [&](const std::vector<std::uint32_t>& ports) {
    const auto number = groups_without_version + static_cast<std::uint32_t>(groups.size()) + 1;
    const auto [found, added] = groups.emplace(ports, number);
    if (added) {
      FlowGroup& group = program.groups.emplace_back(FlowGroup{number, "fast_failover", {}});
      for (const std::uint32_t local : ports)
        group.buckets.push_back(
            fmt::format("watch_port:{},actions={}", options_.openflow_port(s, local), output(local)));
    }
    return found->second;
  };
  for (const RuleWithAlternatives& entry : loadable_rules(routing_, s, tables_))
    program.rules.push_back(rule(
        static_cast<std::uint16_t>(RulePriority::forwarding + entry.rule.priority),
        match_text(s, entry.rule, options_),
        entry.ports.size() == 1 ? output(entry.ports[0]) : fmt::format("group:{}", group_for(entry.ports))));
}

/// A host's own switch replies. All other frames of this type are dropped, so that no host can forge a reply:
/// a request is only returned to its sender, and a frame from another switch ends here.
void ProgramMaker::add_dmp(SwitchId s, SwitchProgram& program) const {
  const std::string type = fmt::format("dl_type={:#06x}", dmp_ether_type);
  for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p) {
    if (!network_.is_host_port(network_.peer[p])) continue;
    const std::uint64_t mac = mac_of(plan_.address(network_.host_at(network_.peer[p])));
    program.rules.push_back(
        rule(RulePriority::dmp_answer,
             fmt::format("in_port={},{}", options_.openflow_port(s, p - network_.first_port[s]), type),
             fmt::format("set_field:{}->eth_src,IN_PORT", mac_text(mac))));
  }
  program.rules.push_back(rule(RulePriority::dmp_drop, type, "drop"));
}

/// One rule serves every port: a switch never sends a frame back to the port it came from.
void ProgramMaker::add_broadcast(SwitchId s, SwitchProgram& program) const {
  std::string outputs;
  for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
    if (tree_[p])
      outputs += fmt::format("{}output:{}", outputs.empty() ? "" : ",",
                             options_.openflow_port(s, p - network_.first_port[s]));
  // Pause, LLDP and similar frames are for the next switch only (IEEE 802.1Q, reserved addresses).
  program.rules.push_back(
      rule(RulePriority::link_local, "dl_dst=01:80:c2:00:00:00/ff:ff:ff:ff:ff:f0", "drop"));
  program.rules.push_back(rule(RulePriority::to_many, "dl_dst=01:00:00:00:00:00/01:00:00:00:00:00",
                               outputs.empty() ? "drop" : outputs));
}

SwitchProgram ProgramMaker::program(SwitchId s) const {
  SwitchProgram program{switch_name(network_, s), {}, {}};
  if (options_.dmp) add_dmp(s, program);
  if (options_.broadcast) add_broadcast(s, program);
  add_forwarding(s, program);
  // Without this rule, a foreign rule of priority 0, such as a new bridge's NORMAL, would flood frames that
  // we drop.
  program.rules.push_back(rule(RulePriority::nothing_matches, "", "drop"));
  return program;
}

std::vector<SwitchProgram> ProgramMaker::all() const {
  std::vector<SwitchProgram> programs;
  for (SwitchId s = 0; s < network_.switches(); ++s) programs.push_back(program(s));
  return programs;
}

SwitchProgram program_of(const Network& network, const BlockRouting& routing, SwitchId s,
                         const TableChoice& tables, const ProgramOptions& options) {
  return ProgramMaker(network, routing, tables, options).program(s);
}

}  // namespace ebb::inline fabric
