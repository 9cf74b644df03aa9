// An in-memory switch: it holds rules and forwards frames by them. Its bundles are as atomic as those of a
// real switch, its tables may fill up, and it may lose all its state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fabric/driver.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/rule_tables.hpp"

namespace ebb::inline fabric {

/// The size of a frame in byte counters.
inline constexpr std::uint64_t fake_frame_bytes = 1000;

class FakeSwitch : public SwitchDriver {
 public:
  FakeSwitch(std::string name, std::vector<PortState> ports)
      : name_(std::move(name)), ports_(std::move(ports)) {}

  const std::string& name() const override { return name_; }
  Result<SwitchState> read() override { return state_; }
  Problems apply(const std::vector<SwitchChange>& changes) override;
  Result<std::vector<PortState>> ports() override { return ports_; }
  Result<BridgeSettings> settings() override { return BridgeSettings{secure}; }
  Problems send(const std::vector<ProbeFrame>& frames) override;
  bool connection_failed() const override { return false; }

  /// Forwards a frame, and counts it.
  std::vector<SentFrame> forward(const Frame& frame, std::uint32_t in_port);
  /// Loses all its state.
  void restart() { state_ = {}, tables_ = {}; }
  std::vector<PortState>& port_states() { return ports_; }
  const SwitchState& state() const { return state_; }

  std::size_t most_rules = ~std::size_t{0};  ///< per table
  bool secure = true;
  std::vector<SentFrame> sent;  ///< by send(), waiting for delivery to the other end
  std::uint64_t bundles = 0;    ///< that changed something

 private:
  void make(const SwitchChange& change, SwitchState& state) const;
  bool full(const SwitchState& state) const;

  std::string name_;
  std::vector<PortState> ports_;
  SwitchState state_;
  RuleTables tables_;
};

/// A rule of the same table, priority and match, which a new one replaces.
inline bool same_place(const FlowRule& a, const FlowRule& b) {
  return a.table == b.table && a.priority == b.priority && a.match == b.match;
}

inline void FakeSwitch::make(const SwitchChange& change, SwitchState& state) const {
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

inline bool FakeSwitch::full(const SwitchState& state) const {
  std::map<std::uint8_t, std::size_t> counts;
  for (const InstalledRule& held : state.rules)
    if (++counts[held.rule.table] > most_rules) return true;
  return false;
}

inline Problems FakeSwitch::apply(const std::vector<SwitchChange>& changes) {
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

inline std::vector<SentFrame> FakeSwitch::forward(const Frame& frame, std::uint32_t in_port) {
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

inline Problems FakeSwitch::send(const std::vector<ProbeFrame>& frames) {
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
