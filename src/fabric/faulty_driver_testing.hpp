// For tests: a driver that injects faults: connections cut before, during and after a bundle, a switch that
// restarts without its rules, cables that go down for a while, slow replies, and a crash of ebb itself.
#pragma once

#include "base/random.hpp"
#include "fabric/fake_network_testing.hpp"

namespace ebb::inline fabric {

/// Thrown where ebb is killed.
struct Killed {};

struct Faults {
  double cut = 0.03, restart = 0.01, flap = 0.03, slow = 0.03, kill = 0.01;
};

/// Decides which faults occur, and what else happens meanwhile.
class FaultPlan {
 public:
  FaultPlan(FakeNetwork& network, std::uint64_t seed) : random(seed, 77), network_(network) {}
  virtual ~FaultPlan() = default;

  /// Called at every step of a rollout.
  virtual void happens() = 0;

  bool draws(double probability) { return on && random.unit() < probability; }
  void maybe_kill() {
    if (draws(faults.kill)) ++kills, throw Killed{};
  }
  void maybe_flap() {
    for (auto& [port, steps] : down_)
      if (steps > 0 && --steps == 0) set_cable(port, true);
    std::erase_if(down_, [](const auto& cable) { return cable.second == 0; });
    if (!draws(faults.flap)) return;
    const auto port = static_cast<PortId>(random.below(network_.network().switch_ports()));
    if (!network_.cable_up[port]) return;
    ++flaps;
    set_cable(port, false);
    down_.push_back({port, 1 + random.below(20)});
  }
  void mend() {
    for (const auto& [port, steps] : down_) set_cable(port, true);
    down_.clear();
  }

  Faults faults;
  bool on = true;
  Random random;
  std::uint64_t cuts = 0, restarts = 0, flaps = 0, kills = 0;

 private:
  void set_cable(PortId port, bool up) {
    network_.cable_up[port] = up;
    const PortId peer = network_.network().peer[port];
    if (!network_.network().is_host_port(peer)) network_.cable_up[peer] = up;
  }
  FakeNetwork& network_;
  std::vector<std::pair<PortId, std::uint64_t>> down_;
};

class FaultyDriver : public SwitchDriver {
 public:
  FaultyDriver(FakeNetwork& network, SwitchId s, FaultPlan& plan)
      : network_(network), switch_(*network.switches[s]), id_(s), plan_(plan) {}

  const std::string& name() const override { return switch_.name(); }
  Result<SwitchState> read() override {
    if (!answers()) return gone();
    plan_.maybe_kill();
    plan_.happens();
    return switch_.read();
  }
  Problems apply(const std::vector<SwitchChange>& changes) override {
    plan_.maybe_kill();
    if (!answers()) return {gone()};
    // The messages of a bundle were sent, but not the one that commits it.
    if (plan_.draws(plan_.faults.cut)) return cut();
    Problems problems = switch_.apply(changes);
    failed_ = false;
    plan_.happens();
    plan_.maybe_kill();
    // Committed, but the reply was lost.
    if (plan_.draws(plan_.faults.cut)) return cut();
    return problems;
  }
  Result<std::vector<PortState>> ports() override { return switch_.ports(); }
  Result<BridgeSettings> settings() override { return switch_.settings(); }
  Problems send(const std::vector<ProbeFrame>& frames) override { return switch_.send(frames); }
  bool connection_failed() const override { return failed_; }

 private:
  Problem gone() {
    failed_ = true;
    return {name(), "does not answer", "see whether it runs"};
  }
  Problems cut() { return ++plan_.cuts, Problems{gone()}; }
  bool answers() {
    if (plan_.draws(plan_.faults.restart)) {
      ++plan_.restarts;
      switch_.restart();
      network_.lost[id_] = true;
      silent_ = 1 + plan_.random.below(4);
      plan_.happens();
    }
    if (plan_.on && silent_ > 0) return --silent_, false;
    failed_ = false;
    return !plan_.draws(plan_.faults.cut) || (++plan_.cuts, false);
  }
  FakeNetwork& network_;
  FakeSwitch& switch_;
  SwitchId id_;
  FaultPlan& plan_;
  bool failed_ = false;
  std::uint64_t silent_ = 0;
};

}  // namespace ebb::inline fabric
