// An agent on switches of your own: three switches in a triangle, kept in memory. The policy switches idle
// cables off; the agent lets only one of the three go, because the other two keep the hosts connected.
#include "ebb/agent.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "ebb/network.hpp"
#include "ebb/policy.hpp"

namespace {

/// The ports of one switch. A real driver talks to the switch here.
class MyPorts final : public ebb::PortDriver {
 public:
  MyPorts(std::string name, std::uint32_t ports) : name_(std::move(name)), ports_(ports) {
    for (ebb::PortReading& port : ports_) port.up = true;
  }
  const std::string& name() const override { return name_; }
  void request_readings() override {}
  ebb::Result<std::vector<ebb::PortReading>> readings() override { return ports_; }
  ebb::Problems enable(std::uint32_t local, bool on) override {
    (on ? ups : downs) += ports_[local].enabled != on;
    ports_[local].enabled = ports_[local].up = on;
    return {};
  }
  ebb::Problems set_rate(std::uint32_t, ebb::BitsPerSecond) override { return {}; }

  int ups = 0, downs = 0;

 private:
  std::string name_;
  std::vector<ebb::PortReading> ports_;
};

/// The routes of the network. A real driver proves a change, and loads it; here it is done at once.
class MyRoutes final : public ebb::RouteDriver {
 public:
  void change_routes(const ebb::RouteOrder&) override { done_ = ebb::Problems{}; }
  std::optional<ebb::Problems> result() override { return std::exchange(done_, {}); }
  void exclude(const std::vector<bool>&) override {}

 private:
  std::optional<ebb::Problems> done_;
};

/// Prints events; decisions go to the agent's counters alone.
struct MyLog final : ebb::AgentLog {
  void decided(const ebb::DecisionRecord&) override {}
  void happened(ebb::Picoseconds at, const std::string& what) override {
    fmt::print("{:5.1f} s  {}\n", at.seconds(), what);
  }
  ebb::Problems keep_off(const std::vector<ebb::PortId>&) override { return {}; }  // write them to a file
};

/// The same kind of object that drives a simulated channel.
struct OffWhenIdle final : ebb::Policy {
  ebb::Problems check() const override { return {}; }
  ebb::Decision decide(const ebb::ChannelView& view, const ebb::RateLevels& rates) const override {
    if (view.sent.v == 0) return {.want = rates[0], .why = "idle"};
    return {.want = rates.fastest(), .why = "in use"};
  }
};

/// Each switch has a host at port 0, and a cable to each of the others.
ebb::Network triangle() {
  ebb::NetworkBuilder builder;
  const auto cable = builder.add_class({.name = "cable", .rate = {1'000'000'000}});
  builder.add_switches(3, 3);
  builder.set_hosts(3);
  for (std::uint32_t i = 0; i < 3; ++i) builder.attach(i, i, 0, cable);
  builder.connect(0, 1, 1, 1, cable), builder.connect(0, 2, 2, 1, cable), builder.connect(1, 2, 2, 2, cable);
  return builder.finish({});
}

}  // namespace

int main() {
  const ebb::Network network = triangle();
  MyPorts s0("s0", 3), s1("s1", 3), s2("s2", 3);
  MyRoutes routes;
  MyLog log;
  const OffWhenIdle policy;
  const ebb::ControlSettings control(ebb::RateLevels({{0}, {1'000'000'000}}), policy,
                                     ebb::Picoseconds{1'000'000'000'000}, ebb::Picoseconds{1'000'000'000});
  ebb::AgentSettings settings;
  settings.host_ports = false;
  ebb::Agent agent({network, {&s0, &s1, &s2}, routes, nullptr, log}, control, settings);
  ebb::Picoseconds now{};
  const auto run = [&](int steps) {
    for (int i = 0; i < steps && !agent.finished(); ++i) agent.step(now = now + settings.poll);
  };
  run(50);  // five seconds; a real agent sleeps between two steps
  agent.finish();
  run(50);
  fmt::print("ports that were switched off: {}, and on again: {}\n", s0.downs + s1.downs + s2.downs,
             s0.ups + s1.ups + s2.ups);
  fmt::print("{}\n", agent.finished() ? "everything is on" : ebb::to_text(agent.not_on()));
  return agent.finished() ? 0 : 1;
}
