// For tests: an agent on in-memory switches, with a simulated clock and frames that cross the network.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/folder_testing.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/agent/agent_networks_testing.hpp"
#include "fabric/agent/ports/fake_ports_testing.hpp"
#include "fabric/agent/rollout_tables.hpp"
#include "power/policy/dynamic_topology.hpp"
#include "routing/butterfly/butterfly_stages.hpp"

namespace ebb::inline fabric {

inline RateLevels levels_without_off() {
  return RateLevels({{12'500'000}, {25'000'000}, {50'000'000}, {100'000'000}});
}
inline RateLevels levels_on_off() { return RateLevels({{0}, {100'000'000}}); }
inline RateLevels levels_with_off() { return RateLevels({{0}, {25'000'000}, {100'000'000}}); }

inline AgentSettings quick_settings() {
  AgentSettings settings;
  settings.poll = 500_ms, settings.quiet = 1000_ms, settings.hold_down = 3000_ms;
  settings.patience = 3000_ms, settings.retry = 5000_ms;
  settings.audit = 8000_ms;
  return settings;
}

inline DynamicTopology quick_topology() {
  DynamicTopology policy;
  policy.quiet_epochs = 1, policy.off_below = 0.05, policy.in_order = false;
  EXPECT_TRUE(policy.fit(levels_on_off(), {.epoch = 1000_ms}).empty());
  return policy;
}

/// Requests off, slow or fast for each channel at random.
struct Coin final : Policy {
  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLevels& rates) const override {
    const std::uint64_t bits =
        mix_bits(view.memory.bits + static_cast<std::uint64_t>(view.sent.v * 31 + view.stage) + 1);
    const bool off = (bits & 3) != 0;
    return {.want = off ? BitsPerSecond{0} : rates[1 + bits / 4 % (rates.size() - 1)],
            .why = off ? "the coin says off" : "the coin says on",
            .evaluate_after =
                Picoseconds{static_cast<std::int64_t>(500'000'000'000 + (bits >> 8) % 4'000'000'000'000)},
            .memory = {.bits = bits}};
  }
};

struct TestLog final : AgentLog {
  void decided(const DecisionRecord& record) override {
    decisions.push_back(record);
    why.insert(std::string(record.why));
  }
  void happened(Picoseconds, const std::string& what) override { said.push_back(what); }
  Problems keep_off(const std::vector<PortId>& cables) override {
    kept = cables;
    return {};
  }
  const std::set<std::string>& reasons() const { return why; }

  std::vector<DecisionRecord> decisions;
  std::set<std::string> why;
  std::vector<std::string> said;
  std::vector<PortId> kept;
};

/// Any cable between switches may go off.
struct AnyStage final : LinkStages {
  Place place(SwitchId, std::uint16_t) const override { return {1, 0, 0}; }
  std::uint32_t rows() const override { return 1; }
  std::uint32_t counts() const override { return 1; }
  void each_in_row(SwitchId s, std::uint32_t, const EachSwitch& each) const override { each(s, 0); }
  void each_shorter(SwitchId, std::uint16_t, const EachPort&) const override {}
  Near near(const Place&, const Knows&) const override { return {}; }
};

class AgentBench : public RolloutClock {
 public:
  AgentBench(
      Network built, RateLevels rates, const Policy& policy, AgentSettings settings = quick_settings(),
      const std::function<void(AgentBench&)>& before_first_step = [](AgentBench&) {})
      : tables(std::move(built)),
        fake(tables.network),
        ports(fake),
        control_(std::move(rates), policy, 1000_ms, 1_ms) {
    if (policy.requirements().topology)
      stages_ = std::make_unique<ButterflyStages>(tables.network);
    else if (control_.levels.has_off())
      stages_ = std::make_unique<AnyStage>();
    for (SwitchId s = 0; s < network().switches(); ++s)
      drivers_.push_back(std::make_unique<FakePortDriver>(ports, s)),
          rules_.push_back(std::make_unique<SilentDriver>(ports, s));
    std::vector<SwitchDriver*> switches;
    for (const auto& driver : rules_) switches.push_back(driver.get());
    journal_ = std::make_unique<Journal>(*Journal::open((folder_.path / "journal").string()));
    rollout_ = std::make_unique<Rollout>(switches, *journal_, *this);
    changer_ = std::make_unique<RolloutTables>(network(), tables.tables, switches, *rollout_, RolloutAbout{},
                                               RouteWork::at_once);
    std::vector<PortDriver*> all;
    for (const auto& driver : drivers_) all.push_back(driver.get());
    agent = std::make_unique<Agent>(AgentPlace{network(), all, *changer_, stages_.get(), log}, control_,
                                    settings);
    settings_ = settings;
    before_first_step(*this);
    step_once();  // loads the first tables
    live_ = true;
  }

  /// Advances the clock by so many seconds.
  void run(int seconds) {
    for (int i = 0; i < seconds * 2; ++i) run_step();
  }
  /// Advances it by half a second.
  void run_step() {
    if (steps_++ % 2 == 0) each_second();
    step_once();
  }
  void finish() {
    agent->finish();
    for (int i = 0; i < 60 && !agent->finished(); ++i) step_once();
  }

  // Frames are in flight while rules change. None stays in flight longer than a drain.
  void wait(std::chrono::milliseconds) override { fake.land(); }
  void step(std::string_view) override {
    if (!live_) return;
    for (int i = 0; i < 2; ++i) launch();
    fake.find_again();
    fake.pass_time(2, random_);
  }

  void send_at_random(int frames) {
    for (int i = 0; i < frames; ++i) launch();
    fake.pass_time(1, random_);
  }
  void send_between(SwitchId from, SwitchId to, int frames) {
    for (int i = 0; i < frames; ++i) send(host_of(from), host_of(to));
  }
  /// The normal path between the ends of a cable is the cable itself.
  void send_over(PortId port, int frames) {
    send_between(network().owner[port], network().owner[network().peer[port]], frames);
  }
  void walk_all() {
    fake.land();
    for (HostId from = 0; from < network().hosts; ++from)
      for (HostId to = 0; to < network().hosts; ++to)
        if (from != to) send(from, to);
  }
  void expect_nothing_lost() const {
    EXPECT_EQ(fake.cut, 0u) << fake.first_failure;
    EXPECT_EQ(fake.looped, 0u);
    EXPECT_EQ(fake.excused, 0u);
  }

  void restart(SwitchId s) {
    ports.offset[s] = UINT64_MAX;  // its counters restart from 0
    for (const PortState& port : fake.switches[s]->port_states())
      ports.offset[s] = std::min(ports.offset[s], std::min(port.sent, port.received));
    fake.switches[s]->restart();
    fake.lost[s] = true;
    for (PortId p = network().first_port[s]; p < network().first_port[s + 1]; ++p)
      ports.enabled[p] = true, ports.update(p);
    ports.silent[s] = true;
    step_once();
    ports.silent[s] = false;
  }
  /// Leaves the cable as a killed agent would.
  void leave_off(PortId cable) {
    for (const PortId p : {cable, network().peer[cable]}) ports.enabled[p] = false, ports.update(p);
    log.kept = {cable};
    agent->left_off({cable});
  }
  /// The switch neither answers nor forwards. Links at the other ends stay up, as those of a deleted bridge
  /// do.
  void kill_switch(SwitchId s) { fake.dead[s] = ports.silent[s] = true; }
  /// The switch runs again, without rules.
  void revive(SwitchId s) {
    fake.dead[s] = false;
    restart(s);
  }
  void pull(PortId cable) { ports.cut[cable] = true, ports.update(cable); }
  void isolate(SwitchId s) {
    for (const PortId p : cables())
      if (network().owner[p] == s || network().owner[network().peer[p]] == s) pull(p);
  }
  /// Sends between every pair that working cables connect, on or off, over running switches.
  void walk_those_that_can() {
    fake.land();
    CableSet able(network());
    for (PortId p = 0; p < network().switch_ports(); ++p)
      if (ports.cut[p] || ports.stuck[p] || fake.dead[network().owner[p]]) able.set(network(), p, false);
    const std::vector<SwitchId> part = parts_of(network(), able);
    for (HostId from = 0; from < network().hosts; ++from)
      for (HostId to = 0; to < network().hosts; ++to) {
        const SwitchId a = network().switch_of_host(from), b = network().switch_of_host(to);
        if (from != to && part[a] == part[b] && !fake.dead[a]) send(from, to);
      }
  }
  bool all_that_can_reach() {
    fake.land();
    const std::uint64_t before = fake.excused + fake.cut;
    walk_those_that_can();
    return fake.excused + fake.cut == before;
  }
  void inject(Random& random) {
    const auto cable = cables()[random.below(cables().size())];
    const auto s = static_cast<SwitchId>(random.below(network().switches()));
    switch (random.below(5)) {
      case 0:
        pull(cable);
        break;
      case 1:
        ports.stuck[cable] = true, ports.update(cable);
        break;
      case 2:
        restart(s);
        break;
      case 3:
        kill_switch(s);
        break;
      default:
        ports.silent[s] = true;  // it still forwards
    }
  }
  void mend() {
    for (SwitchId s = 0; s < network().switches(); ++s)
      if (fake.dead[s]) revive(s);
    for (PortId p = 0; p < network().switch_ports(); ++p)
      ports.cut[p] = ports.stuck[p] = false, ports.update(p);
    std::fill(ports.silent.begin(), ports.silent.end(), false);
  }

  std::size_t count(CablePhase phase) const {
    const auto& all = agent->cables();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const CableState& c) { return c.phase == phase; }));
  }
  const Network& network() const { return tables.network; }
  std::vector<PortId> cables() const { return tables.cables(); }
  const RateLevels& levels() const { return control_.levels; }

  TestTables tables;
  FakeNetwork fake;
  FakePorts ports;
  TestLog log;
  std::unique_ptr<Agent> agent;
  std::function<void()> each_second = [] {};

 private:
  void step_once() {
    now_ = now_ + settings_.poll;
    fake.land();
    fake.find_again();
    fake.find_apart();
    agent->step(now_);
  }
  HostId host_of(SwitchId s) const {
    for (HostId h = 0; h < network().hosts; ++h)
      if (network().switch_of_host(h) == s) return h;
    return 0;
  }
  void send(HostId from, HostId to) { fake.send(tables.mac(from), tables.mac(to), from, to); }
  void launch() {
    const auto from = static_cast<HostId>(random_.below(network().hosts));
    const auto to = static_cast<HostId>(random_.below(network().hosts - 1));
    const HostId other = to < from ? to : to + 1;
    fake.launch(tables.mac(from), tables.mac(other), from, other);
  }

  TestFolder folder_;
  ControlSettings control_;
  AgentSettings settings_ = quick_settings();
  std::unique_ptr<LinkStages> stages_;
  std::vector<std::unique_ptr<FakePortDriver>> drivers_;
  std::vector<std::unique_ptr<SilentDriver>> rules_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Rollout> rollout_;
  std::unique_ptr<RolloutTables> changer_;
  Random random_{3, 5};
  Picoseconds now_{};
  bool live_ = false;  ///< traffic is enabled
  std::uint64_t steps_ = 0;
};

}  // namespace ebb::inline fabric
