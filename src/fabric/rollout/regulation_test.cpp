// Links of an in-memory network go off, come on and change their rate, while frames cross it at every step.
#include "fabric/rollout/regulation.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "fabric/fake_network_testing.hpp"
#include "rules/tables/make_table.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Network complete(std::int64_t switches, std::int64_t links) {
  Complete t;
  t.switches = switches, t.hosts_per_switch = 2, t.links = links;
  return t.build(Cables{});
}

/// Cables of the in-memory network. A change of rate cuts the cable until the second check after it.
class FakeCables : public CableDriver {
 public:
  explicit FakeCables(FakeNetwork& network)
      : network_(network), rates_(network.network().switch_ports(), BitsPerSecond{1'000'000'000}) {}
  Problems switch_on(PortId port, bool on) override {
    if (stuck) return {};
    set(port, on);
    return {};
  }
  Problems set_rate(PortId port, BitsPerSecond rate) override {
    set(port, false);
    silent_ = 2;
    rates_[port] = rate;
    return {};
  }
  Result<bool> is_on(PortId port) override {
    if (silent_ > 0 && --silent_ == 0) set(port, true);
    return static_cast<bool>(network_.cable_up[port]);
  }
  Result<BitsPerSecond> rate(PortId port) override { return rates_[port]; }

  bool stuck = false;  ///< does nothing, and reports success

 private:
  void set(PortId port, bool on) {
    network_.cable_up[port] = network_.cable_up[network_.network().peer[port]] = on;
  }
  FakeNetwork& network_;
  std::vector<BitsPerSecond> rates_;
  int silent_ = 0;
};

/// Sends frames between all hosts at every step, and delivers probes.
class Crossing : public RolloutClock {
 public:
  explicit Crossing(FakeNetwork& network)
      : network_(network),
        addresses_(address_plan(*block_routing(network.network()), Organisation::per_switch)) {}
  void wait(std::chrono::milliseconds) override { network_.carry(), cross(); }
  void step(std::string_view) override { cross(); }
  void cross() {
    if (!on) return;
    const auto mac = [&](HostId h) { return mac_of(addresses_.address(h)); };
    for (HostId from = 0; from < network_.network().hosts; ++from)
      for (HostId to = 0; to < network_.network().hosts; ++to)
        if (from != to) network_.send(mac(from), mac(to), from, to);
  }
  bool on = false;

 private:
  FakeNetwork& network_;
  AddressPlan addresses_;
};

struct Bench {
  explicit Bench(Network n)
      : fake(std::move(n)),
        trunks(fake.network()),
        cables(fake),
        clock(fake),
        journal(*Journal::open((folder.path / "journal").string())),
        all(trunks.size()),
        direct(tree_paths(fake.network(), trunks, TrunkSet(trunks.size(), true), PathRule::up_down)) {
    for (TrunkId t = 0; t < trunks.size(); ++t) all[t] = trunks[t].links();
    RolloutSettings quick;
    quick.patience = std::chrono::milliseconds{1000};
    regulated.emplace(
        RegulatedNetwork{fake.network(), fake.drivers(), cables, journal, clock, {}, quick, 10'000});
    for (SwitchId s = 0; s < fake.network().switches(); ++s) {
      regulated->ports.emplace_back();
      for (std::uint32_t p = 0; p < fake.network().ports_of(s); ++p) regulated->ports.back().push_back(p + 1);
    }
    RegulationStep first;
    first.links = all, first.paths = direct;
    start = regulate(*regulated, {first});
    clock.on = true;
  }
  /// From the first `now` links of each trunk to the first `wanted`.
  std::vector<RegulationStep> plan(const std::vector<std::uint32_t>& now,
                                   const std::vector<std::uint32_t>& wanted, const PathSet& paths) const {
    std::vector<bool> on(fake.network().switch_ports());
    for (TrunkId t = 0; t < trunks.size(); ++t)
      for (std::uint32_t link = 0; link < now[t]; ++link) on[trunks[t].ports_a[link]] = true;
    return plan_cables(trunks, on, wanted, paths);
  }
  RegulationReport run(const std::vector<RegulationStep>& steps) { return regulate(*regulated, steps); }
  std::uint64_t lost() const { return fake.cut + fake.looped + fake.excused; }

  TestFolder folder;
  FakeNetwork fake;
  Trunks trunks;
  FakeCables cables;
  Crossing clock;
  Journal journal;
  std::vector<std::uint32_t> all;
  PathSet direct;
  std::optional<RegulatedNetwork> regulated;
  RegulationReport start;
};

TEST(Regulation, SwitchesLinksOffAndOnWithoutLosingAFrame) {
  Bench bench(complete(4, 2));
  ASSERT_THAT(bench.start.problems, IsEmpty()) << to_text(bench.start.problems);
  SwitchDemand demand(4);
  for (SwitchId from = 0; from < 4; ++from)
    for (SwitchId to = 0; to < 4; ++to) demand.at(from, to) = from == to ? 0 : 1;
  const LinkChoice few = fewest_links(bench.fake.network(), bench.trunks, demand, 100);
  ASSERT_EQ(few.in_use, 3u);
  const auto off = bench.run(bench.plan(bench.all, few.links, few.paths));
  ASSERT_THAT(off.problems, IsEmpty()) << to_text(off.problems);
  EXPECT_EQ(off.done.size(), 2u);
  EXPECT_EQ(off.probes, 56u);
  std::size_t dark = 0;
  for (PortId p = 0; p < bench.fake.network().switch_ports(); ++p) dark += !bench.fake.cable_up[p];
  EXPECT_EQ(dark, 18u);  // both ends of nine cables
  const auto on = bench.run(bench.plan(few.links, bench.all, bench.direct));
  ASSERT_THAT(on.problems, IsEmpty()) << to_text(on.problems);
  EXPECT_THAT(on.done[0], HasSubstr("switch on"));
  EXPECT_THAT(on.done[1], "lead paths over 12 links");
  EXPECT_GT(bench.fake.frames, 1000u);
  EXPECT_EQ(bench.lost(), 0u) << bench.fake.first_failure;
}

TEST(Regulation, IsInTheJournalWithItsFileAndTime) {
  Bench bench(complete(3, 2));
  bench.regulated->file = "mine.toml";
  const std::vector<std::uint32_t> one(bench.trunks.size(), 1);
  ASSERT_THAT(bench.run(bench.plan(bench.all, one, bench.direct)).problems, IsEmpty());
  const RolloutAbout& about = bench.journal.rollouts().back().about;
  EXPECT_EQ(about.file, "mine.toml");
  EXPECT_EQ(about.when.size(), std::string_view("2026-01-01 00:00:00").size());
}

TEST(Regulation, HidesAChangeOfRateBehindADetour) {
  Bench bench(complete(3, 2));
  const auto plan = plan_rate(bench.fake.network(), bench.trunks, bench.all, bench.direct,
                              bench.trunks.between(1, 2), BitsPerSecond{100'000'000});
  ASSERT_TRUE(plan);
  const auto report = bench.run(*plan);
  ASSERT_THAT(report.problems, IsEmpty()) << to_text(report.problems);
  EXPECT_THAT(report.done, ElementsAre("lead paths over 4 links", "set s1-s2 link 1, s1-s2 link 2 to 100Mb/s",
                                       "lead paths over 6 links"));
  EXPECT_EQ(bench.lost(), 0u) << bench.fake.first_failure;
}

TEST(Regulation, RefusesToSilenceTheOnlyWay) {
  Bench bench(complete(2, 2));
  const auto plan =
      plan_rate(bench.fake.network(), bench.trunks, bench.all, bench.direct, 0, BitsPerSecond{100'000'000});
  ASSERT_FALSE(plan);
  EXPECT_THAT(plan.problems().front().what, HasSubstr("do not reach each other"));
}

TEST(Regulation, StopsAtALinkThatDoesNotComeOnAndLeavesPathsAlone) {
  Bench bench(complete(3, 2));
  const std::vector<std::uint32_t> one(bench.trunks.size(), 1);
  ASSERT_THAT(bench.run(bench.plan(bench.all, one, bench.direct)).problems, IsEmpty());
  bench.cables.stuck = true;
  const auto report = bench.run(bench.plan(one, bench.all, bench.direct));
  ASSERT_FALSE(report.problems.empty());
  EXPECT_THAT(report.done, IsEmpty());
  EXPECT_THAT(report.problems.front().what, HasSubstr("do not report that it happened"));
  bench.clock.cross();
  EXPECT_EQ(bench.lost(), 0u) << bench.fake.first_failure;
}

}  // namespace
}  // namespace ebb::inline fabric
