#include "fabric/rollout/transition.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"

namespace ebb::inline fabric {
namespace {

using Kind = SwitchChange::Kind;

/// Two rules of a switch never share these.
auto key_of(const FlowRule& rule) { return std::tie(rule.table, rule.priority, rule.match); }

bool stands_before(const FlowRule& a, const FlowRule& b) {
  return std::tie(a.table, b.priority, a.match, a.cookie, a.actions) <
         std::tie(b.table, a.priority, b.match, b.cookie, b.actions);
}

void add_missing(const std::vector<FlowRule>& rules, bool edges, SwitchProgram& program) {
  for (const FlowRule& rule : rules)
    if (edges || !is_edge_rule(rule)) program.rules.push_back(rule);
}

void add_groups(const SwitchProgram& from, SwitchProgram& to) {
  for (const FlowGroup& group : from.groups)
    if (std::find(to.groups.begin(), to.groups.end(), group) == to.groups.end()) to.groups.push_back(group);
}

}  // namespace

bool is_our_group(const FlowGroup& group) { return group.id >> 24 == our_groups >> 24; }

void sort_program(SwitchProgram& program) {
  std::sort(program.rules.begin(), program.rules.end(), stands_before);
  std::sort(program.groups.begin(), program.groups.end());
}

bool is_in(const FlowRule& rule, const SwitchProgram& program) {
  return std::binary_search(program.rules.begin(), program.rules.end(), rule, stands_before);
}

SwitchProgram TableTransition::wanted(RolloutStage stage, std::size_t s) const {
  SwitchProgram program{before[s].name, {}, {}};
  if (stage != RolloutStage::after) {
    const bool edges_before = stage == RolloutStage::both_before;
    add_missing(before[s].rules, edges_before, program);
    add_missing(after[s].rules, !edges_before, program);
    add_groups(before[s], program);
  } else {
    program.rules = after[s].rules;
  }
  add_groups(after[s], program);
  sort_program(program);
  return program;
}

SwitchProgram ours(const SwitchState& state, const std::string& name) {
  SwitchProgram program{name, {}, {}};
  for (const InstalledRule& installed : state.rules)
    if (is_ours(installed.rule.cookie) && installed.rule.priority < probe_priority)
      program.rules.push_back(installed.rule);
  for (const FlowGroup& group : state.groups)
    if (is_our_group(group)) program.groups.push_back(group);
  sort_program(program);
  return program;
}

std::vector<SwitchChange> changes_to(const SwitchProgram& wanted, const SwitchState& state) {
  const SwitchProgram held = ours(state, wanted.name);
  std::vector<SwitchChange> changes;
  std::map<std::uint32_t, const FlowGroup*> groups;
  for (const FlowGroup& group : held.groups) groups[group.id] = &group;
  for (const FlowGroup& group : wanted.groups) {
    const auto found = groups.find(group.id);
    if (found == groups.end() || *found->second != group) changes.push_back({Kind::add_group, {}, group, 0});
    if (found != groups.end()) groups.erase(found);
  }
  using Key = std::tuple<std::uint8_t, std::uint16_t, std::string>;
  std::map<Key, const FlowRule*> rules;
  for (const FlowRule& rule : held.rules) rules[Key(key_of(rule))] = &rule;
  for (const FlowRule& rule : wanted.rules) {
    const auto found = rules.find(Key(key_of(rule)));
    if (found == rules.end() || *found->second != rule) changes.push_back({Kind::add_rule, rule, {}, 0});
    if (found != rules.end()) rules.erase(found);
  }
  for (const auto& [key, rule] : rules) changes.push_back({Kind::remove_rule, *rule, {}, 0});
  for (const auto& [id, group] : groups) changes.push_back({Kind::remove_group, {}, *group, 0});
  return changes;
}

}  // namespace ebb::inline fabric
