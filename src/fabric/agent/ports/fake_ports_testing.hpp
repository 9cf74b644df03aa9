// For tests: the ports of in-memory switches, with faults.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "fabric/agent/agent_driver.hpp"
#include "fabric/fake_network_testing.hpp"
#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {

/// The state of all ports of a network, and the faults injected into them.
struct FakePorts {
  explicit FakePorts(FakeNetwork& fake)
      : network(fake),
        enabled(fake.network().switch_ports(), true),
        stuck(enabled.size(), false),
        cut(enabled.size(), false),
        rate(enabled.size(), BitsPerSecond{0}),
        offset(fake.network().switches(), 0),
        silent(fake.network().switches(), false) {}

  /// A cable is up when both its ports are enabled and nothing is wrong with it.
  void update(PortId port) {
    const PortId peer = network.network().peer[port];
    if (network.network().is_host_port(peer)) return;
    const bool up =
        enabled[port] && enabled[peer] && !stuck[port] && !stuck[peer] && !cut[port] && !cut[peer];
    network.cable_up[port] = network.cable_up[peer] = up;
  }

  FakeNetwork& network;
  std::vector<bool> enabled;  ///< by port
  std::vector<bool> stuck;    ///< it does not come up again after it was down
  std::vector<bool> cut;      ///< the cable is unplugged
  std::vector<BitsPerSecond> rate;
  std::vector<BitsPerSecond> speed = std::vector<BitsPerSecond>(enabled.size());  ///< of its link; 0: unknown
  std::vector<std::uint64_t> offset;  ///< by switch: what its counters lost in a restart
  std::vector<bool> silent;           ///< by switch
  std::uint64_t downs = 0, ups = 0, rate_changes = 0;
  std::vector<bool> refuses_rate = std::vector<bool>(enabled.size(), false);  ///< it keeps its old rate
  bool refuses_rules = false;                                                 ///< all switches
  bool sticky = false;  ///< a port that goes down becomes stuck
  std::function<void(PortId)> before_down = [](PortId) {};
};

/// While a switch does not answer, its rules cannot be reached either.
class SilentDriver : public SwitchDriver {
 public:
  SilentDriver(FakePorts& all, SwitchId s) : all_(all), id_(s), real_(*all.network.switches[s]) {}

  const std::string& name() const override { return real_.name(); }
  Result<SwitchState> read() override {
    if (all_.silent[id_]) return gone();
    return real_.read();
  }
  Problems apply(const std::vector<SwitchChange>& changes) override {
    if (all_.refuses_rules) return {{name(), "takes no more rules", ""}};
    return all_.silent[id_] ? Problems{gone()} : real_.apply(changes);
  }
  Result<std::vector<PortState>> ports() override { return real_.ports(); }
  Result<BridgeSettings> settings() override { return real_.settings(); }
  Problems send(const std::vector<ProbeFrame>& frames) override { return real_.send(frames); }
  bool connection_failed() const override { return all_.silent[id_]; }

 private:
  Problem gone() const { return {name(), "does not answer", "see whether it runs"}; }
  FakePorts& all_;
  SwitchId id_;
  FakeSwitch& real_;
};

class FakePortDriver : public PortDriver {
 public:
  FakePortDriver(FakePorts& all, SwitchId s) : all_(all), id_(s), name_(switch_name(s)) {}

  const std::string& name() const override { return name_; }
  void request_readings() override {}
  Result<std::vector<PortReading>> readings() override {
    if (all_.silent[id_]) return Problem{name_, "does not answer", ""};
    std::vector<PortReading> readings;
    const auto& states = all_.network.switches[id_]->port_states();
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      const PortId p = first() + i;
      const auto counted = [&](std::uint64_t frames) { return frames - std::min(frames, all_.offset[id_]); };
      PortReading reading{.enabled = all_.enabled[p], .up = all_.network.cable_up[p]};
      reading.sent_frames = counted(states[i].sent), reading.received_frames = counted(states[i].received);
      reading.sent_bytes = reading.sent_frames * fake_frame_bytes;
      reading.received_bytes = reading.received_frames * fake_frame_bytes;
      reading.speed = all_.speed[p];
      readings.push_back(reading);
    }
    if (std::exchange(counting_, false)) {
      const auto& rules = all_.network.switches[id_]->state().rules;
      counted_ =
          static_cast<std::size_t>(std::count_if(rules.begin(), rules.end(), [](const InstalledRule& held) {
            return (held.rule.cookie & version_rules_mask) == cookie_mark;
          }));
    }
    return readings;
  }
  Problems enable(std::uint32_t local, bool on) override {
    const PortId p = first() + local;
    if (all_.silent[id_]) return {{name_, "does not answer", ""}};
    if (all_.enabled[p] == on) return {};
    if (!on) all_.before_down(p), ++all_.downs;
    if (on) ++all_.ups;
    if (!on && all_.sticky) all_.stuck[p] = true;
    all_.enabled[p] = on;
    all_.update(p);
    return {};
  }
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override {
    BitsPerSecond& now = all_.rate[first() + local];
    if (all_.refuses_rate[first() + local])
      return refused_.push_back({local, "tc: it is worn out"}), Problems{};
    all_.rate_changes += now != rate;
    now = set_[local] = rate;
    return {};
  }
  void request_rule_count() override { counting_ = true, counted_ = {}; }
  std::optional<std::size_t> rule_count() override { return std::exchange(counted_, {}); }
  std::vector<ChangedRate> changed_rates() override {
    std::vector<ChangedRate> changed;
    for (const auto& [local, rate] : set_)
      if (all_.rate[first() + local] != rate) changed.push_back({local, "has another rate"});
    for (const ChangedRate& found : changed) set_.erase(found.local);
    return changed;
  }
  std::vector<RefusedRate> apply_rates() override { return std::exchange(refused_, {}); }

 private:
  PortId first() const { return all_.network.network().first_port[id_]; }
  FakePorts& all_;
  SwitchId id_;
  std::string name_;
  std::vector<RefusedRate> refused_;
  std::map<std::uint32_t, BitsPerSecond> set_;  ///< by local port
  bool counting_ = false;
  std::optional<std::size_t> counted_;
};

}  // namespace ebb::inline fabric
