// Probes detect the actual cables, and rules count what the tables predict.
#include <gmock/gmock.h>

#include "fabric/fake_network_testing.hpp"
#include "fabric/inventory/cabling.hpp"
#include "fabric/rollout/transition.hpp"
#include "fabric/rollout/verify.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

Network square() {
  FlattenedButterfly shape;
  shape.k = 2, shape.n = 3, shape.c = 2;
  return shape.build({});
}

/// Frames arrive while a caller waits.
struct CarryingClock : RolloutClock {
  explicit CarryingClock(FakeNetwork& n) : network(n) {}
  void wait(std::chrono::milliseconds) override { network.carry(); }
  FakeNetwork& network;
};

struct Probed {
  Probed() : Probed(square()) {}
  explicit Probed(Network real) : fake(std::move(real)), clock(fake) {
    for (SwitchId s = 0; s < plan.switches(); ++s) {
      auto& mine = ports.emplace_back();
      for (std::uint32_t p = 0; p < plan.ports_of(s); ++p) mine.push_back(p + 1);
    }
  }
  CablingReport check() { return check_cabling(plan, fake.drivers(), ports, clock); }

  const Network plan = square();
  FakeNetwork fake;
  CarryingClock clock;
  std::vector<std::vector<std::uint32_t>> ports;
};

TEST(Cabling, IsGoodWhenEveryCableIsWhereThePlanHasIt) {
  Probed probed;
  const auto report = probed.check();
  EXPECT_THAT(report.problems, SizeIs(0)) << to_text(report.problems);
  EXPECT_EQ(report.cables, 4u);
  EXPECT_EQ(report.probed, 4u);
  for (const auto& s : probed.fake.switches)
    EXPECT_TRUE(s->state().rules.empty()) << "nothing is left behind";
}

TEST(Cabling, NamesACableThatIsNotThere) {
  Probed probed;
  const PortId port = probed.plan.first_port[1] + 2;
  probed.fake.cable_up[port] = probed.fake.cable_up[probed.plan.peer[port]] = false;
  const auto report = probed.check();
  ASSERT_THAT(report.problems, SizeIs(2)) << "both directions";
  EXPECT_THAT(to_text(report.problems), HasSubstr("s1 port 2: a cable is missing: a probe to s0 port 2"));
}

TEST(Cabling, NamesWhereAWrongCableLeads) {
  Network real = square();
  // The cables of s0 are swapped at its own end.
  const PortId a = real.first_port[0] + 2, b = real.first_port[0] + 3;
  std::swap(real.peer[a], real.peer[b]);
  real.peer[real.peer[a]] = a, real.peer[real.peer[b]] = b;
  Probed probed(std::move(real));
  const auto report = probed.check();
  EXPECT_THAT(to_text(report.problems),
              HasSubstr("s0 port 2: a wrong cable: it leads to s2 port 3, but to s1 port 2 in the plan"));
}

struct Loaded : Probed {
  Loaded() {
    ProgramOptions options;
    options.table = slot_table(1);
    const ProgramMaker maker(plan, *routing, Organisation::compacted, options);
    programs = stamped_programs(plan, maker, 1);
    for (SwitchProgram& program : programs) sort_program(program);
    for (SwitchId s = 0; s < plan.switches(); ++s)
      fake.switches[s]->apply(changes_to(programs[s], fake.switches[s]->state()));
    for (HostId h = 0; h < plan.hosts; ++h) macs.push_back(mac_of(maker.plan().address(h)));
  }
  VerifyReport verify(std::uint64_t pairs = 1000) {
    return verify_tables(plan, fake.drivers(), programs, ports, macs, pairs, clock);
  }
  std::unique_ptr<BlockRouting> routing = block_routing(plan);
  std::vector<SwitchProgram> programs;
  std::vector<std::uint64_t> macs;
};

TEST(Verify, FindsEveryRuleCountingWhatTheTablesPredict) {
  Loaded loaded;
  const auto report = loaded.verify();
  EXPECT_THAT(report.problems, SizeIs(0)) << to_text(report.problems);
  EXPECT_EQ(report.pairs, 8u * 7);
  EXPECT_GT(report.rules, 16u);
  EXPECT_EQ(report.exact, report.rules);
}

TEST(Verify, ProbesNoMorePairsThanAllowed) {
  Loaded loaded;
  EXPECT_EQ(loaded.verify(10).pairs, 10u);
}

TEST(Verify, NamesTheRuleThatProbesDoNotReach) {
  Loaded loaded;
  const PortId port = loaded.plan.first_port[1] + 2;
  loaded.fake.cable_up[port] = false;
  EXPECT_THAT(to_text(loaded.verify().problems), HasSubstr("s0: a rule should have matched"));
}

TEST(ProgramWalk, FindsEveryPairAndNoCircle) {
  Loaded loaded;
  const auto walk = ProgramWalk::of(loaded.plan, loaded.programs, loaded.ports, loaded.macs);
  ASSERT_TRUE(walk.ok());
  const auto report = walk->all_pairs();
  EXPECT_EQ(report.delivered, 56u);
  EXPECT_EQ(report.longest_path, 3u);
  EXPECT_THAT(report.cycle, SizeIs(0));
}

TEST(ProgramWalk, SaysWhereAFrameIsLost) {
  Loaded loaded;
  std::erase_if(loaded.programs[3].rules, [](const FlowRule& rule) { return rule.table != 0; });
  const auto walk = ProgramWalk::of(loaded.plan, loaded.programs, loaded.ports, loaded.macs);
  ASSERT_TRUE(walk.ok());
  EXPECT_THAT(to_text(walk->all_pairs().problems), HasSubstr("h0 to h6: a frame is dropped at s3"));
}

}  // namespace
}  // namespace ebb::inline fabric
