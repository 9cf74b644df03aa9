#include "fabric/agent/ports/dry_run.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_bench_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// A dry run beside switches whose tables were loaded before and which nothing regulates: frames always take
/// the shortest paths.
class DryBench {
 public:
  explicit DryBench(const Policy& policy)
      : bench_(small_butterfly(), levels_on_off(), policy), dry_tables_(bench_.tables.tables) {
    std::vector<PortDriver*> drivers;
    for (SwitchId s = 0; s < bench_.network().switches(); ++s) {
      real_.push_back(std::make_unique<FakePortDriver>(bench_.ports, s));
      dry_.push_back(std::make_unique<DryPorts>(*real_.back()));
      drivers.push_back(dry_.back().get());
    }
    agent =
        std::make_unique<Agent>(AgentPlace{bench_.network(), drivers, dry_tables_, &stages_, log},
                                ControlSettings(levels_on_off(), policy, 1000_ms, 1_ms), quick_settings());
  }
  /// Advances the clock by so many seconds. In each, so many frames cross every cable in both directions.
  void run(int seconds, int frames) {
    for (int i = 0; i < seconds * 2; ++i) {
      for (const PortId p : bench_.cables())
        for (const PortId end : {p, bench_.network().peer[p]}) bench_.send_over(end, frames / 2);
      now_ = now_ + quick_settings().poll;
      agent->step(now_);
    }
  }
  std::size_t off() const {
    const auto is_off = [](const CableState& c) { return c.phase == CablePhase::off; };
    return static_cast<std::size_t>(std::count_if(agent->cables().begin(), agent->cables().end(), is_off));
  }
  /// Leaves a cable off, as a killed agent would.
  void leave_off() {
    const PortId cable = bench_.cables().front();
    bench_.leave_off(cable);
    agent->left_off({cable});
  }
  const FakePorts& ports() const { return bench_.ports; }

  std::unique_ptr<Agent> agent;
  TestLog log;

 private:
  AgentBench bench_;
  DryTables dry_tables_;
  ButterflyStages stages_{bench_.network()};
  std::vector<std::unique_ptr<FakePortDriver>> real_;
  std::vector<std::unique_ptr<DryPorts>> dry_;
  Picoseconds now_{};
};

TEST(DryRun, SaysThatACableWouldBeOffAlthoughItsTrafficStaysOnIt) {
  const DynamicTopology policy = quick_topology();  // quiet below 5 % of 12,500 frames a second
  DryBench dry(policy);
  dry.run(30, 100);
  EXPECT_EQ(dry.off(), 3u);
  EXPECT_THAT(dry.log.said, Contains(HasSubstr(" is off")));
  EXPECT_THAT(dry.log.said, Not(Contains(HasSubstr("does not become quiet"))));
  EXPECT_EQ(dry.ports().downs, 0u) << "a dry run changes nothing";
}

TEST(DryRun, BeginsWithCablesThatAKilledAgentHasLeftOff) {
  const DynamicTopology policy = quick_topology();
  DryBench dry(policy);
  dry.leave_off();
  dry.run(2, 5'000);
  EXPECT_TRUE(dry.agent->cables_off().empty());
  EXPECT_THAT(dry.log.said, Contains(HasSubstr("is a route again")));
  EXPECT_THAT(dry.log.said, Not(Contains(HasSubstr("does not come up"))));
  EXPECT_EQ(dry.ports().ups, 0u) << "a dry run changes nothing";
}

TEST(DryRun, SaysThatACableWouldComeOnWhenMuchCrossesIt) {
  const DynamicTopology policy = quick_topology();
  DryBench dry(policy);
  dry.run(30, 100);
  ASSERT_EQ(dry.off(), 3u);
  dry.run(4, 5'000);  // 40 % of full rate
  EXPECT_EQ(dry.off(), 0u);
  EXPECT_THAT(dry.log.reasons(), Contains("enough bytes are diverted: it comes on"));
  EXPECT_EQ(dry.ports().ups, 0u);
}

}  // namespace
}  // namespace ebb::inline fabric
