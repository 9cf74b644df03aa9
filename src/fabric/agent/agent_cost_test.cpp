// The CPU cost of a step of the agent, with drivers that answer at once.
#include <gtest/gtest.h>

#include <ctime>

#include "fabric/agent/agent_bench_testing.hpp"
#include "power/policy/halve_double.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {
namespace {

/// Ports whose counters grow.
struct Counting final : PortDriver {
  Counting(std::string called, std::uint32_t ports) : name_(std::move(called)), counted(ports) {
    for (PortReading& reading : counted) reading.up = true;
  }
  const std::string& name() const override { return name_; }
  void request_readings() override {
    for (std::size_t i = 0; i < counted.size(); ++i) counted[i].sent_bytes += 1000 * (i % 7);
  }
  Result<std::vector<PortReading>> readings() override { return counted; }
  Problems enable(std::uint32_t, bool) override { return {}; }
  Problems set_rate(std::uint32_t, BitsPerSecond) override { return {}; }

  std::string name_;
  std::vector<PortReading> counted;
};

struct NoTables final : RouteDriver {
  void change_routes(const RouteOrder&) override { begun = true; }
  void exclude(const std::vector<bool>&) override {}
  std::optional<Problems> result() override {
    return std::exchange(begun, false) ? std::optional(Problems{}) : std::nullopt;
  }
  bool begun = false;
};

/// Average CPU seconds of one step, with ten readings per second and one evaluation per second.
double cost_of_step(std::int64_t switches, std::int64_t hosts) {
  Complete shape;
  shape.switches = switches, shape.hosts_per_switch = hosts;
  const Network network = shape.build({});
  std::vector<std::unique_ptr<Counting>> drivers;
  std::vector<PortDriver*> all;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    drivers.push_back(std::make_unique<Counting>(switch_name(s), network.ports_of(s)));
    all.push_back(drivers.back().get());
  }
  NoTables tables;
  TestLog log;
  const HalveDouble policy;
  Agent agent({network, all, tables, nullptr, log}, {levels_without_off(), policy, 1000_ms, 1_ms}, {});
  constexpr int steps = 50;
  const std::clock_t begin = std::clock();
  for (int i = 1; i <= steps; ++i) agent.step(100_ms * i);
  EXPECT_GT(agent.decisions(), 0u);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / steps;
}

TEST(AgentCost, AThousandPortsTakeAFractionOfACore) {
  const double seconds = cost_of_step(20, 31);  // 20 switches of 50 ports
  RecordProperty("microseconds", static_cast<int>(seconds * 1e6));
  EXPECT_LT(seconds, 0.05 * 0.1) << "more than 5 % of a core";
}

TEST(AgentCost, TenThousandPortsAreLookedAtWithinTheInterval) {
  const double seconds = cost_of_step(40, 211);  // 40 switches of 250 ports
  RecordProperty("microseconds", static_cast<int>(seconds * 1e6));
  EXPECT_LT(seconds, 0.1);
}

}  // namespace
}  // namespace ebb::inline fabric
