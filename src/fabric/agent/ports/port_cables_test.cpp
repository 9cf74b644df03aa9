// Cables by the ports at their ends, and plans from any initial state.
#include "fabric/agent/ports/port_cables.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/ports/fake_ports_testing.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Network three_switches() {
  Complete t;
  t.switches = 3, t.hosts_per_switch = 1, t.links = 2;
  return t.build(Cables{});
}

struct Bench {
  Bench() : network(three_switches()), fake(network), ports(fake), trunks(network) {
    for (SwitchId s = 0; s < network.switches(); ++s) {
      owned.push_back(std::make_unique<FakePortDriver>(ports, s));
      drivers.push_back(owned.back().get());
    }
  }
  const Network network;
  FakeNetwork fake;
  FakePorts ports;
  Trunks trunks;
  std::vector<std::unique_ptr<FakePortDriver>> owned;
  std::vector<PortDriver*> drivers;
};

TEST(PortCables, SwitchBothEndsOfACable) {
  Bench bench;
  PortCables cables(bench.network, bench.drivers);
  const PortId port = bench.trunks[0].ports_a[1], peer = bench.network.peer[port];
  EXPECT_TRUE(*cables.is_on(port));
  EXPECT_TRUE(cables.switch_on(port, false).empty());
  EXPECT_FALSE(bench.ports.enabled[port] || bench.ports.enabled[peer]);
  EXPECT_FALSE(*cables.is_on(port));
  EXPECT_FALSE(*cables.is_on(peer));
  const auto on = cables.all_on();
  ASSERT_TRUE(on.ok());
  EXPECT_FALSE((*on)[port] || (*on)[peer]);
  EXPECT_TRUE((*on)[bench.trunks[0].ports_a[0]]);
  EXPECT_TRUE(cables.switch_on(peer, true).empty());
  EXPECT_TRUE(*cables.is_on(port));
}

TEST(PortCables, RememberTheRateThatTheyWereGiven) {
  Bench bench;
  PortCables cables(bench.network, bench.drivers);
  const PortId port = bench.trunks[0].ports_a[0];
  EXPECT_FALSE(cables.rate(port).ok());
  EXPECT_TRUE(cables.set_rate(port, {100}).empty());
  EXPECT_EQ(cables.rate(bench.network.peer[port])->v, 100);
  bench.ports.refuses_rate[bench.network.peer[port]] = true;
  EXPECT_THAT(to_text(cables.set_rate(port, {50})), HasSubstr("does not take the rate"));
  EXPECT_EQ(cables.rate(port)->v, 100);
}

TEST(PortCables, PassOnWhatASwitchSays) {
  Bench bench;
  PortCables cables(bench.network, bench.drivers);
  bench.ports.silent[1] = true;
  EXPECT_THAT(to_text(cables.all_on().problems()), HasSubstr("does not answer"));
}

/// From any initial state, exactly the wanted links are on at the end.
TEST(PortCables, ArePlannedFromWhateverIsOn) {
  Bench bench;
  PortCables cables(bench.network, bench.drivers);
  ASSERT_TRUE(cables.switch_on(bench.trunks[0].ports_a[0], false).empty());
  const PathSet paths = tree_paths(bench.network, bench.trunks, TrunkSet(3, true), PathRule::up_down);
  const auto steps = plan_cables(bench.trunks, *cables.all_on(), {1, 1, 2}, paths);
  std::vector<std::string> texts;
  for (const RegulationStep& step : steps) texts.push_back(step_text(bench.trunks, step));
  EXPECT_THAT(texts, ElementsAre("switch on s0-s1 link 1", "lead paths over 4 links",
                                 "switch off s0-s1 link 2, s0-s2 link 2"));
}

}  // namespace
}  // namespace ebb::inline fabric
