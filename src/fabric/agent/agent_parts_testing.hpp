// For tests: the parts of an agent on three switches that are joined by three cables, with a clock, readings
// and results of changes that the test sets. Every switch has one host.
//
//   switch  ports (host, first cable, second cable)
//   s0      0  1  2
//   s1      3  4  5        cables, by their lower port: 1 (s0 - s1), 2 (s0 - s2), 5 (s1 - s2)
//   s2      6  7  8
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fabric/agent/agent.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {

inline constexpr PortId cable_01 = 1, cable_02 = 2, cable_12 = 5;

inline Network three_switches() {
  Complete shape;
  shape.switches = 3, shape.hosts_per_switch = 1;
  return shape.build({});
}

/// Requests the level that the test sets; full rate where it is off and enough bytes were diverted.
struct SetPolicy final : Policy {
  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLevels& rates) const override {
    if (level == 0 && view.cause == Cause::diverted) return {.want = rates.fastest(), .why = "diverted"};
    return {.want = rates[level], .why = "as set", .evaluate_at_diverted = off_until};
  }
  std::size_t level = 0;
  Bytes off_until = Decision::no_queue;
};

/// Ports whose readings the test sets. Disabled ports have no link.
struct SetPorts final : PortDriver {
  SetPorts(std::string called, std::uint32_t count) : name_(std::move(called)), ports(count) {
    for (PortReading& port : ports) port.up = true;
  }
  const std::string& name() const override { return name_; }
  void request_readings() override { ++requests; }
  Result<std::vector<PortReading>> readings() override {
    if (silent) return Problem{name_, "does not answer", ""};
    return ports;
  }
  Problems enable(std::uint32_t local, bool on) override {
    enables.push_back({local, on});
    ports[local].enabled = on;
    ports[local].up = on && !stuck;
    return {};
  }
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override {
    rates.push_back({local, rate.v});
    if (refuses.empty()) return {};
    return {{name_, refuses, ""}};
  }
  void request_rule_count() override { ++rule_requests; }
  std::optional<std::size_t> rule_count() override { return std::exchange(rules, {}); }
  std::vector<ChangedRate> changed_rates() override { return std::exchange(changed, {}); }

  std::string name_;
  std::vector<PortReading> ports;
  bool silent = false;
  bool stuck = false;   ///< its links do not come up again
  std::string refuses;  ///< why it refuses every rate
  std::vector<ChangedRate> changed;
  std::optional<std::size_t> rules;
  int requests = 0, rule_requests = 0;
  std::vector<std::pair<std::uint32_t, bool>> enables;
  std::vector<std::pair<std::uint32_t, std::int64_t>> rates;
};

/// Changes of routes that end when and how the test sets.
struct SetRoutes final : RouteDriver {
  void change_routes(const RouteOrder& order) override { orders.push_back(order), running = true; }
  std::optional<Problems> result() override {
    if (!running || waits) return {};
    running = false;
    return problems;
  }
  void exclude(const std::vector<bool>& gone) override { excluded = gone; }
  std::vector<DivertedBytes> diverted_bytes() override { return diverted; }
  bool moves_traffic() const override { return moves; }
  double background_frames() const override { return background; }
  std::optional<std::size_t> expected_rules(SwitchId) override { return expected; }
  void start_audit(SwitchId s) override { audited.push_back(s); }
  std::optional<RouteAudit> audit_result() override { return std::exchange(audit, {}); }

  bool running = false, waits = false, moves = true;
  double background = 0;  ///< frames a second
  Problems problems;
  std::vector<RouteOrder> orders;
  std::vector<bool> excluded;
  std::vector<DivertedBytes> diverted;
  std::optional<std::size_t> expected;
  std::vector<SwitchId> audited;
  std::optional<RouteAudit> audit;
};

struct PartsLog final : AgentLog {
  void decided(const DecisionRecord& record) override { decisions.push_back(record); }
  void happened(Picoseconds, const std::string& what) override { lines.push_back(what); }
  Problems keep_off(const std::vector<PortId>& cables) override {
    kept.push_back(cables);
    return cannot_keep;
  }
  std::vector<DecisionRecord> decisions;
  std::vector<std::string> lines;
  std::vector<std::vector<PortId>> kept;
  Problems cannot_keep;
};

/// Settings with times that are easy to compute with.
inline AgentSettings parts_settings() {
  AgentSettings settings;
  settings.poll = 500_ms, settings.quiet = 1000_ms, settings.hold_down = 10'000_ms;
  settings.patience = 3000_ms, settings.retry = 5000_ms, settings.audit = 9000_ms;
  return settings;
}

inline RateLevels half_and_full() { return RateLevels({{50'000'000}, {100'000'000}}); }

/// Off, 50 Mb/s, 100 Mb/s; evaluated once a second; a change takes 1 ms.
struct AgentParts {
  explicit AgentParts(const RateLevels& levels = RateLevels({{0}, {50'000'000}, {100'000'000}}),
                      AgentSettings settings = parts_settings())
      : context{network, {&switches[0], &switches[1], &switches[2]}, log, settings},
        policies(context, poller, ControlSettings(levels, policy, 1000_ms, 1_ms), nullptr) {
    policy.level = policies.full_level();
  }
  /// Sets the clock and reads all ports.
  void poll_at(Picoseconds now) { context.now = now, poller.poll(); }
  /// Loads tables for the current routes.
  void load() { (void)tables.load(cables.alive()); }
  CableState& cable(PortId port) { return cables.of(port); }
  SetPorts& owner(PortId port) { return switches[network.owner[port]]; }
  PortReading& port(PortId p) { return owner(p).ports[context.local(p)]; }
  CableMachine::Parts parts() { return {poller, tables, policies, rates}; }

  Network network = three_switches();
  SetPorts switches[3] = {{"s0", 3}, {"s1", 3}, {"s2", 3}};
  SetRoutes routes;
  PartsLog log;
  SetPolicy policy;
  AgentContext context;
  SwitchPoller poller{context};
  TableSynchroniser tables{context, routes};
  ChannelPolicies policies;
  RateSetter rates{context, poller, policies};
  CableMachine cables{context, parts()};
  CableRequests requests{context, cables, parts()};
  ChangeAudit audit{context, poller, tables, rates};
};

}  // namespace ebb::inline fabric
