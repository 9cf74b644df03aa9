// Ports that refuse rates: the meter, the policy and the report use the actual rate.
#include <gmock/gmock.h>

#include "fabric/agent/agent_bench_testing.hpp"
#include "fabric/agent/ports/port_shaper.hpp"
#include "power/policy/halve_double.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(PortShaper, KnowsWhichLineTcRefused) {
  const auto failed = failed_lines(
      "Cannot find device \"nope0\"\nCommand failed -:1\ntbf: the \"burst\" parameter is mandatory.\n"
      "Usage: ... tbf limit BYTES\nCommand failed -:3\n");
  EXPECT_THAT(failed, ElementsAre(Pair(1, "Cannot find device \"nope0\""),
                                  Pair(3, "tbf: the \"burst\" parameter is mandatory.")));
}

TEST(PortShaper, KnowsWhatOperatorsHavePutAtTheRoot) {
  const auto found = foreign_qdiscs(
      "qdisc noqueue 0: dev lo root refcnt 2\n"
      "qdisc mq 0: dev eth0 root\nqdisc fq_codel 0: dev eth0 parent :1 limit 10240p\n"
      "qdisc tbf c071: dev s0p0 root refcnt 3 rate 25Mbit burst 16000b lat 44.9ms\n"
      "qdisc htb 1: dev s0p1 root refcnt 3 r2q 10 default 0x1\nqdisc sfq 10: dev s0p1 parent 1:1\n"
      "qdisc ingress ffff: dev s0p2 parent ffff:fff1 ----------------\n");
  EXPECT_THAT(found, ElementsAre(Pair("s0p1", "htb")));
}

/// Every machine has the interface "lo", with an all-zero MAC address. No test here reaches tc.
TEST(PortShaper, LeavesInterfacesAloneThatAreNotTheSwitchs) {
  PortShaper shaper;
  const BitsPerSecond slow{25'000'000}, full{100'000'000};
  shaper.set("lo", {{0x02, 0, 0, 0, 0, 0x2a}, slow, full});
  shaper.set("nosuchport0", {{}, slow, full});
  shaper.set("a name longer than interfaces have", {{}, slow, full});
  shaper.flush();
  EXPECT_THAT(shaper.refused(),
              ElementsAre(Pair("a name longer than interfaces have", HasSubstr("no interface of that name")),
                          Pair("lo", HasSubstr("its MAC address is another")),
                          Pair("nosuchport0", HasSubstr("no interface of that name"))));
}

/// Idle ports. The first one refuses every rate, from the beginning or from a given time on.
struct RateBench {
  HalveDouble policy;
  AgentBench bench{small_butterfly(), levels_without_off(), policy};
  PortId port = bench.cables().front();

  void refuse(bool refuses) { bench.ports.refuses_rate[port] = refuses; }
  std::vector<std::int64_t> times(PortId p) const {
    std::vector<std::int64_t> sum(2 * bench.levels().size(), 0);
    bench.agent->add_times(p, sum);
    return sum;
  }
};

TEST(AgentRates, APortThatRefusesIsMeteredAtTheRateThatItHas) {
  RateBench b;
  b.refuse(true);
  b.bench.run(10);
  EXPECT_EQ(b.bench.ports.rate[b.port], b.bench.levels().fastest());
  const auto times = b.times(b.port);
  EXPECT_EQ(times[b.bench.levels().size() - 1], b.bench.agent->now().v) << "all the time at full rate";
  EXPECT_EQ(b.bench.agent->channels()[b.port].control.level, b.bench.levels().size() - 1) << "for the policy";
  const auto others = b.times(b.bench.cables()[5]);
  EXPECT_GT(others[0], 0) << "those that take theirs become slower";
}

TEST(AgentRates, ARefusedRateIsSaidOnceAndWellAgainWhenItIsTaken) {
  RateBench b;
  b.refuse(true);
  b.bench.run(4);
  ASSERT_EQ(b.bench.agent->refused_rates().size(), 1u);
  EXPECT_THAT(b.bench.agent->refused_rates()[0].ports, ElementsAre(b.port));
  EXPECT_THAT(b.bench.log.reasons(), Contains("refused: its port does not take the rate"));
  const auto said = [&] {
    return std::count_if(b.bench.log.said.begin(), b.bench.log.said.end(),
                         [](const std::string& s) { return s.find("does not take the rate") != s.npos; });
  };
  EXPECT_EQ(said(), 1);
  b.bench.run(20);
  EXPECT_EQ(said(), 1);
  b.refuse(false);
  b.bench.run(20);
  EXPECT_TRUE(b.bench.agent->refused_rates().empty());
  EXPECT_EQ(b.bench.ports.rate[b.port], b.bench.levels()[0]);
  EXPECT_THAT(b.bench.log.said, Contains(HasSubstr("takes its rate again")));
}

TEST(AgentRates, APortThatStaysSlowIsNamedAtTheEnd) {
  RateBench b;
  b.bench.run(5);
  ASSERT_EQ(b.bench.ports.rate[b.port], b.bench.levels()[0]);
  b.refuse(true);
  b.bench.finish();
  EXPECT_TRUE(b.bench.agent->finished());
  EXPECT_FALSE(b.bench.agent->all_at_full_rate());
  const Problems left = b.bench.agent->not_on();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].where, "s0:2");
  EXPECT_EQ(left[0].what, "may not be at full rate: tc: it is worn out");
  EXPECT_EQ(b.bench.agent->channels()[b.port].control.level, 0) << "it is metered as slow";
}

/// The rate that an earlier agent left is unknown.
TEST(AgentRates, APortThatRefusesFromTheStartCountsAsFullButIsNamed) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_without_off(), policy, quick_settings(),
                   [](AgentBench& b) { b.ports.refuses_rate[b.cables().front()] = true, b.agent->finish(); });
  bench.run(3);
  EXPECT_TRUE(bench.agent->finished());
  ASSERT_EQ(bench.agent->not_on().size(), 1u);
  EXPECT_FALSE(bench.agent->all_at_full_rate());
}

/// As in the simulator: hosts' cables have a tenth of the other cables' full rate, and of each rate level.
TEST(AgentRates, EveryCableIsSlowedToTheSameShareOfItsOwnRate) {
  HalveDouble policy;
  Network network = small_butterfly();
  for (LinkClass& link : network.classes) link.rate = {100'000'000};
  const PortId host = network.peer[network.host_port(0)];
  network.classes[network.link_class[host]].rate = {10'000'000};
  ASSERT_FALSE(network.has_one_rate());
  AgentBench bench(network, levels_without_off(), policy);
  bench.run(10);
  EXPECT_EQ(bench.ports.rate[bench.cables().front()].v, 12'500'000);
  EXPECT_EQ(bench.ports.rate[host].v, 1'250'000);
  bench.finish();
  EXPECT_EQ(bench.ports.rate[bench.cables().front()].v, 100'000'000);
  EXPECT_EQ(bench.ports.rate[host].v, 10'000'000);
  EXPECT_TRUE(bench.agent->all_at_full_rate());
}

TEST(AgentRates, NoPicosecondIsLostToARefusal) {
  RateBench b;
  b.refuse(true);
  b.bench.run(10);
  b.refuse(false);
  b.bench.run(10);
  std::int64_t sum = 0;
  for (const std::int64_t t : b.times(b.port)) sum += t;
  EXPECT_EQ(sum, b.bench.agent->now().v);
}

}  // namespace
}  // namespace ebb::inline fabric
