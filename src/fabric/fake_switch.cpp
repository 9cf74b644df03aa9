#include "fabric/fake_switch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {
namespace {

bool same_place(const FlowRule& a, const FlowRule& b) {
  return a.table == b.table && a.priority == b.priority && a.match == b.match;
}

}  // namespace

void FakeSwitch::make(const SwitchChange& change, SwitchState& state) const {
  using Kind = SwitchChange::Kind;
  const auto at_rule = [&](const InstalledRule& held) { return same_place(held.rule, change.rule); };
  const auto at_group = [&](const FlowGroup& held) { return held.id == change.group.id; };
  switch (change.kind) {
    case Kind::add_rule:
      std::erase_if(state.rules, at_rule);
      state.rules.push_back({change.rule, 0});
      break;
    case Kind::remove_rule:
      std::erase_if(state.rules, [&](const InstalledRule& held) {
        return at_rule(held) && held.rule.cookie == change.rule.cookie;
      });
      break;
    case Kind::add_group:
      std::erase_if(state.groups, at_group);
      state.groups.push_back(change.group);
      break;
    case Kind::remove_group:
      std::erase_if(state.groups, at_group);
      break;
  }
}

bool FakeSwitch::full(const SwitchState& state) const {
  std::map<std::uint8_t, std::size_t> counts;
  for (const InstalledRule& held : state.rules)
    if (++counts[held.rule.table] > most_rules) return true;
  return false;
}

Problems FakeSwitch::apply(const std::vector<SwitchChange>& changes) {
  SwitchState next = state_;
  for (const SwitchChange& change : changes) make(change, next);
  if (full(next)) return {{name_, "the table is full", "make room, or use fewer rules"}};
  std::vector<FlowRule> rules;
  for (const InstalledRule& held : next.rules) rules.push_back(held.rule);
  auto tables = RuleTables::of(rules, next.groups);
  if (!tables) return tables.problems();
  state_ = std::move(next), tables_ = std::move(*tables);
  if (!changes.empty()) ++bundles;
  return {};
}

std::vector<SentFrame> FakeSwitch::forward(const Frame& frame, std::uint32_t in_port) {
  FrameFate fate = tables_.process(frame, in_port);
  for (const std::size_t rule : fate.rules) {
    ++state_.rules[rule].packets;
    state_.rules[rule].bytes += fake_frame_bytes;
  }
  const auto port = [&](std::uint32_t number) {
    return std::find_if(ports_.begin(), ports_.end(), [&](const PortState& p) { return p.number == number; });
  };
  if (const auto in = port(in_port); in != ports_.end()) ++in->received;
  for (const SentFrame& out : fate.sent)
    if (const auto found = port(out.port); found != ports_.end()) ++found->sent;
  return std::move(fate.sent);
}

Problems FakeSwitch::send(const std::vector<ProbeFrame>& frames) {
  for (const ProbeFrame& probe : frames) {
    const Frame frame{probe.source, probe.destination, probe_ether_type, {}};
    if (!probe.through_tables) {
      sent.push_back({probe.port, frame});
      continue;
    }
    for (SentFrame& out : forward(frame, probe.port)) sent.push_back(std::move(out));
  }
  return {};
}

}  // namespace ebb::inline fabric
