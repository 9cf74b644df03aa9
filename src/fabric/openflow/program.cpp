#include "fabric/openflow/program.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  if (entry.service != any_class) add(fmt::format("dl_vlan_pcp={}", entry.service));
  if (entry.source.mask != 0) add("dl_src=" + address_text(entry.source));
  // A mask of 0 still compares the two reserved bits: broadcast and multicast never match a forwarding rule.
  add("dl_dst=" + address_text(entry.destination));
  return match;
}

/// Rules with the same alternatives share a group. It takes the first port that is up.
class PortGroups {
 public:
  PortGroups(SwitchProgram& program, SwitchId s, const ProgramOptions& options)
      : program_(program), s_(s), options_(options) {}

  /// The actions that send a frame by the first of these ports, after what is to be done for each.
  std::string actions(const std::vector<std::uint32_t>& ports, const std::vector<std::string>& before) {
    std::vector<std::string> outputs;
    for (std::size_t i = 0; i < ports.size(); ++i)
      outputs.push_back(
          fmt::format("{}output:{}", before.empty() ? "" : before[i], options_.openflow_port(s_, ports[i])));
    if (ports.size() == 1) return outputs[0];
    const auto number = groups_without_version + static_cast<std::uint32_t>(numbers_.size()) + 1;
    const auto [found, added] = numbers_.emplace(outputs, number);
    if (added) {
      FlowGroup& group = program_.groups.emplace_back(FlowGroup{number, "fast_failover", {}});
      for (std::size_t i = 0; i < ports.size(); ++i)
        group.buckets.push_back(
            fmt::format("watch_port:{},actions={}", options_.openflow_port(s_, ports[i]), outputs[i]));
    }
    return fmt::format("group:{}", found->second);
  }

 private:
  SwitchProgram& program_;
  const SwitchId s_;
  const ProgramOptions& options_;
  std::map<std::vector<std::string>, std::uint32_t> numbers_;
};

namespace {

std::string set_class(std::uint8_t to) { return fmt::format("set_field:{}->vlan_pcp,", to); }

}  // namespace

std::string ProgramMaker::before_host(SwitchId s, std::uint32_t local) const {
  const PortId other = network_.peer[network_.first_port[s] + local];
  if (!network_.is_host_port(other) || options_.own_addresses.empty()) return "";
  return fmt::format("set_field:{}->eth_dst,", mac_text(options_.own_addresses[network_.host_at(other)]));
}

/// One rule for each class that a frame may come with; a single one where the class that it leaves with does
/// not depend on it.
void ProgramMaker::add_classed(SwitchId s, const RuleWithAlternatives& entry, PortGroups& groups,
                               SwitchProgram& program) const {
  const Adaptivity kind = tables_.conditions ? tables_.conditions->kind : Adaptivity::none;
  const auto to_host = [&](std::uint32_t local) {
    return network_.is_host_port(network_.peer[network_.first_port[s] + local]);
  };
  const auto before_output = [&](ServiceClass came) {
    std::vector<std::string> before;
    for (const std::uint32_t local : entry.ports) {
      const ServiceClass leaves = routing_.class_change(s, local, kind).after(came);
      before.push_back(to_host(local) ? before_host(s, local) : leaves == came ? "" : set_class(leaves));
    }
    return before;
  };
  const auto priority = static_cast<std::uint16_t>(RulePriority::forwarding + entry.rule.priority);
  const bool any_class_alike = std::all_of(entry.ports.begin(), entry.ports.end(), [&](std::uint32_t local) {
    return to_host(local) || routing_.class_change(s, local, kind).kind == ClassChange::Kind::set;
  });
  if (any_class_alike) {
    std::vector<std::string> before;
    for (const std::uint32_t local : entry.ports)
      before.push_back(to_host(local) ? before_host(s, local)
                                      : set_class(routing_.class_change(s, local, kind).to));
    program.rules.push_back(
        rule(priority, match_text(s, entry.rule, options_), groups.actions(entry.ports, before)));
    return;
  }
  const auto classes = static_cast<ServiceClass>(routing_.classes(kind));
  for (ServiceClass came = 0; came <= classes; ++came) {
    const bool fresh = came == classes;
    Rule narrowed = entry.rule;
    narrowed.service = fresh ? no_class_yet : came;
    program.rules.push_back(rule(priority, match_text(s, narrowed, options_),
                                 groups.actions(entry.ports, before_output(fresh ? from_host : came))));
  }
}

void ProgramMaker::add_forwarding(SwitchId s, SwitchProgram& program) const {
  PortGroups groups(program, s, options_);
  for (const RuleWithAlternatives& entry : loadable_rules(routing_, s, tables_)) {
    if (options_.classes) {
      add_classed(s, entry, groups, program);
      continue;
    }
    std::vector<std::string> before;
    for (const std::uint32_t local : entry.ports) before.push_back(before_host(s, local));
    program.rules.push_back(rule(static_cast<std::uint16_t>(RulePriority::forwarding + entry.rule.priority),
                                 match_text(s, entry.rule, options_), groups.actions(entry.ports, before)));
  }
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
