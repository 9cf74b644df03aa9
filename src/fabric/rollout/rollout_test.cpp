// Rollouts under faults: frames cross the network after every step, and others are in flight while switches
// change between their hops.
#include "fabric/rollout/rollout.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "base/folder_testing.hpp"
#include "fabric/faulty_driver_testing.hpp"
#include "fabric/openflow/openflow.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/grid.hpp"

namespace ebb::inline fabric::rollout_test {
namespace {

using ::testing::HasSubstr;

Network butterfly() {
  FlattenedButterfly shape;
  shape.k = 3, shape.n = 3, shape.c = 1;
  return shape.build({});
}

/// The tables of a network in an organisation, all ports numbered from 1.
struct Plans {
  explicit Plans(const Network& n) : network(n), routing(block_routing(n)) {}
  Rollout::Target target(Organisation organisation) const {
    return [this, organisation](std::uint32_t version, std::uint32_t slot) {
      ProgramOptions options;
      options.version = version, options.table = slot_table(slot);
      return stamped_programs(network, ProgramMaker(network, *routing, organisation, options), slot);
    };
  }
  std::uint64_t mac(HostId h) const {
    return mac_of(address_plan(*routing, Organisation::per_switch).address(h));
  }
  const Network& network;
  std::unique_ptr<BlockRouting> routing;
};

/// A ring where all frames go in one direction: a mixture of both directions loops.
Rollout::Target round_the_ring(const FakeNetwork& fake, const Plans& plans, bool clockwise) {
  return [&fake, &plans, clockwise](std::uint32_t version, std::uint32_t slot) {
    const Network& network = fake.network();
    std::vector<SwitchProgram> programs;
    for (SwitchId s = 0; s < network.switches(); ++s) {
      SwitchProgram plain{switch_name(s), {}, {}};
      std::vector<std::uint32_t> ports;
      std::vector<bool> to_host;
      const SwitchId next = (s + (clockwise ? 1 : network.switches() - 1)) % network.switches();
      std::uint32_t onwards = 0;
      for (std::uint32_t p = 0; p < network.ports_of(s); ++p) {
        const PortId peer = network.peer[network.first_port[s] + p];
        ports.push_back(p + 1), to_host.push_back(network.is_host_port(peer));
        if (to_host.back())
          plain.rules.push_back({slot_table(slot), 2000, 0,
                                 "dl_dst=" + mac_text(plans.mac(network.host_at(peer))),
                                 fmt::format("output:{}", p + 1)});
        else if (network.owner[peer] == next)
          onwards = p + 1;
      }
      plain.rules.push_back({slot_table(slot), 1000, 0, "", fmt::format("output:{}", onwards)});
      programs.push_back(stamped(plain, slot, cookie_of(version), ports, to_host));
    }
    return programs;
  };
}

/// Sends frames between all hosts at every step.
class Traffic : public FaultPlan, public RolloutClock {
 public:
  Traffic(FakeNetwork& network, const Plans& plans, std::uint64_t seed)
      : FaultPlan(network, seed), network_(network), plans_(plans) {}

  void happens() override {
    maybe_flap();
    network_.find_again();
    std::uint64_t bundles = 0;
    for (const auto& s : network_.switches) bundles += s->bundles;
    network_.pass_time(2, random);
    if (bundles != walked_) walk_all();
    walked_ = bundles;
    for (int i = 0; i < 3; ++i) {
      const auto [from, to] = any_pair();
      network_.launch(plans_.mac(from), plans_.mac(to), from, to);
    }
    ++steps;
  }
  /// A drain lasts longer than any frame is in flight.
  void wait(std::chrono::milliseconds) override {
    network_.find_again();
    network_.land();
    happens();
  }
  void step(std::string_view) override {
    happens();
    maybe_kill();
  }
  void walk_all() {
    for (HostId from = 0; from < network_.network().hosts; ++from)
      for (HostId to = 0; to < network_.network().hosts; ++to)
        if (from != to) network_.send(plans_.mac(from), plans_.mac(to), from, to);
  }
  std::string date() const override { return today; }
  std::uint64_t steps = 0;
  std::string today = "2026-01-01";

 private:
  std::pair<HostId, HostId> any_pair() {
    const auto from = static_cast<HostId>(random.below(network_.network().hosts));
    const auto to = static_cast<HostId>(random.below(network_.network().hosts - 1));
    return {from, to < from ? to : to + 1};
  }
  FakeNetwork& network_;
  const Plans& plans_;
  std::uint64_t walked_ = 0;
};

struct Bench {
  explicit Bench(const Network& network, std::uint64_t seed = 1)
      : fake(network), plans(fake.network()), traffic(fake, plans, seed) {
    for (SwitchId s = 0; s < fake.network().switches(); ++s)
      faulty.push_back(std::make_unique<FaultyDriver>(fake, s, traffic));
    for (const auto& driver : faulty) drivers.push_back(driver.get());
  }
  std::string journal() const { return (folder.path / "journal").string(); }
  Result<RolloutOutcome> deploy(const Rollout::Target& target) {
    auto opened = Journal::open(journal());
    if (!opened) return opened.problems();
    return Rollout(drivers, *opened, traffic).deploy({}, target);
  }
  Result<RolloutOutcome> rollback() {
    auto opened = Journal::open(journal());
    if (!opened) return opened.problems();
    return Rollout(drivers, *opened, traffic).rollback();
  }
  /// Runs without faults, from any state that the last command left.
  void calm() {
    traffic.on = false;
    traffic.mend();
  }
  std::vector<SwitchProgram> held() {
    std::vector<SwitchProgram> all;
    for (const auto& s : fake.switches) all.push_back(ours(s->state(), s->name()));
    return all;
  }

  TestFolder folder;
  FakeNetwork fake;
  Plans plans;
  Traffic traffic;
  std::vector<std::unique_ptr<FaultyDriver>> faulty;
  std::vector<SwitchDriver*> drivers;
};

TEST(Rollout, MovesTrafficFromOneOrganisationToAnotherWithoutALoss) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  // No rules are loaded before the first rollout, so earlier frames are lost.
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::per_switch)).ok());
  bench.fake.land();
  bench.fake.cut = bench.fake.looped = bench.fake.frames = 0, bench.fake.first_failure.clear();
  for (const Organisation o : {Organisation::compacted, Organisation::per_group, Organisation::per_switch}) {
    const auto outcome = bench.deploy(bench.plans.target(o));
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.problems());
    EXPECT_EQ(*outcome, RolloutOutcome::deployed);
  }
  bench.fake.land();
  EXPECT_GT(bench.fake.frames, 5'000u);
  EXPECT_EQ(bench.fake.cut, 0u) << bench.fake.first_failure;
}

TEST(Rollout, DoesNothingWhenNothingChanged) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::compacted)).ok());
  const auto before = bench.held();
  std::uint64_t bundles = 0, again = 0;
  for (const auto& s : bench.fake.switches) bundles += s->bundles;
  const auto outcome = bench.deploy(bench.plans.target(Organisation::compacted));
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(*outcome, RolloutOutcome::nothing_to_do);
  for (const auto& s : bench.fake.switches) again += s->bundles;
  EXPECT_EQ(again, bundles);
  EXPECT_EQ(bench.held(), before);
}

TEST(Rollout, AsksForObjectionsBeforeANewVersionOnly) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  auto journal = Journal::open(bench.journal());
  ASSERT_TRUE(journal.ok());
  RolloutSettings settings;
  settings.objections = [] { return Problems{{"s0 port 1", "a wrong cable", ""}}; };
  Rollout rollout(bench.drivers, *journal, bench.traffic, settings);
  const auto refused = rollout.deploy({}, bench.plans.target(Organisation::per_switch));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.problems()[0].what, "a wrong cable");
  EXPECT_TRUE(journal->rollouts().empty());
  for (const auto& s : bench.fake.switches) EXPECT_EQ(s->bundles, 0u) << "nothing was sent";

  Rollout unasked(bench.drivers, *journal, bench.traffic);
  ASSERT_TRUE(unasked.deploy({}, bench.plans.target(Organisation::per_switch)).ok());
  bench.fake.switches[4]->restart();
  const auto repaired = rollout.deploy({}, bench.plans.target(Organisation::per_switch));
  ASSERT_TRUE(repaired.ok());
  EXPECT_EQ(*repaired, RolloutOutcome::repaired) << "a repair waits for no cable";
}

TEST(Rollout, GivesASwitchThatRestartedItsRulesBack) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::compacted)).ok());
  const auto before = bench.held();
  bench.fake.switches[4]->restart();
  const auto outcome = bench.deploy(bench.plans.target(Organisation::compacted));
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(*outcome, RolloutOutcome::repaired);
  EXPECT_EQ(bench.held(), before);
}

/// The journal decides, however many switches have lost rules, and whatever replaced them.
TEST(Rollout, MendsInPlaceWhatTheLastOneBrought) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::compacted)).ok());
  const auto before = bench.held();
  FlowRule changed = *std::find_if(before[4].rules.begin(), before[4].rules.end(), [](const FlowRule& rule) {
    return rule.table != 0 && rule.actions != "drop";
  });
  changed.actions = "drop";
  ASSERT_TRUE(bench.fake.switches[4]->apply({{SwitchChange::Kind::add_rule, changed, {}, 0}}).empty());
  const auto one = bench.deploy(bench.plans.target(Organisation::compacted));
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(*one, RolloutOutcome::repaired);
  EXPECT_EQ(bench.held(), before);
  for (const auto& s : bench.fake.switches) s->restart();
  const auto all = bench.deploy(bench.plans.target(Organisation::compacted));
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(*all, RolloutOutcome::repaired);
  EXPECT_EQ(bench.held(), before);
}

/// Does not answer, and counts the requests.
struct Unreachable final : FakeSwitch {
  Unreachable() : FakeSwitch("s0", {}) {}
  Result<SwitchState> read() override { return ++asked, Problem{name(), "does not answer", ""}; }
  bool connection_failed() const override { return true; }
  int asked = 0;
};

TEST(Rollout, WaitsForNobodyWhenItIsToldToStop) {
  struct StopsWhenItWaits final : RolloutClock {
    void wait(std::chrono::milliseconds) override { source.request_stop(); }
    std::stop_source source;
  } clock;
  const TestFolder folder;
  auto journal = Journal::open((folder.path / "journal").string());
  ASSERT_TRUE(journal.ok());
  Unreachable gone;
  RolloutSettings settings;
  settings.stop = clock.source.get_token();
  Rollout rollout({&gone}, *journal, clock, settings);
  EXPECT_FALSE(rollout.deploy({}, [](auto, auto) { return std::vector<SwitchProgram>(1); }).ok());
  EXPECT_EQ(gone.asked, 2);
}

TEST(Rollout, GoesBackToAWholeNetworkEvenIfASwitchHadLostItsRulesWhenItBegan) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::per_switch)).ok());
  const auto before = bench.held();
  bench.fake.switches[5]->restart();
  bench.fake.lost[5] = true;
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::compacted)).ok());
  ASSERT_TRUE(bench.rollback().ok());
  EXPECT_EQ(bench.held(), before);
}

TEST(Rollout, TakesOverTablesWithoutVersionsAndGivesThemBack) {
  // Loaded as by `ebb lab` and the files of `ebb rules`.
  Bench bench(butterfly());
  bench.traffic.on = false;
  const auto plain = ProgramMaker(bench.fake.network(), *bench.plans.routing, Organisation::per_switch).all();
  for (std::size_t s = 0; s < plain.size(); ++s)
    bench.fake.switches[s]->apply(changes_to(plain[s], bench.fake.switches[s]->state()));
  const auto before = bench.held();
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::compacted)).ok());
  EXPECT_NE(bench.held(), before);
  ASSERT_TRUE(bench.rollback().ok());
  EXPECT_EQ(bench.held(), before);
  bench.fake.land();
  EXPECT_GT(bench.fake.frames, 2'000u);
  EXPECT_EQ(bench.fake.cut, 0u) << bench.fake.first_failure;
}

TEST(Rollout, GoesBackToWhatWasThereBefore) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::per_switch)).ok());
  const auto before = bench.held();
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::compacted)).ok());
  EXPECT_NE(bench.held(), before);
  const auto outcome = bench.rollback();
  ASSERT_TRUE(outcome.ok()) << to_text(outcome.problems());
  EXPECT_EQ(bench.held(), before);
}

TEST(Rollout, EachHasTheTimeWhenItBegan) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  const auto began = [&] { return Journal::open(bench.journal())->rollouts().back().about.when; };
  for (const Organisation organisation : {Organisation::per_switch, Organisation::compacted}) {
    bench.traffic.today = "2026-01-0" + std::string(1, organisation == Organisation::per_switch ? '1' : '2');
    ASSERT_TRUE(bench.deploy(bench.plans.target(organisation)).ok());
    EXPECT_EQ(began(), bench.traffic.today);
  }
  bench.traffic.today = "2026-01-03";
  ASSERT_TRUE(bench.rollback().ok());
  EXPECT_EQ(began(), "2026-01-03") << "not that of the rollout whose tables came back";
}

TEST(Rollout, LeavesRulesOfOthersAlone) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  const FlowRule foreign{0, 5, 0x1234, "dl_type=0x88cc", "drop"};
  bench.fake.switches[0]->apply({{SwitchChange::Kind::add_rule, foreign, {}, 0}});
  for (const Organisation o : {Organisation::compacted, Organisation::per_switch}) {
    ASSERT_TRUE(bench.deploy(bench.plans.target(o)).ok());
    EXPECT_EQ(bench.fake.switches[0]->state().rules.front().rule, foreign);
  }
}

TEST(Rollout, RefusesRulesOfOthersThatWouldTakeItsFrames) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  for (const FlowRule& foreign : {FlowRule{0, 65000, 0, "", "drop"}, FlowRule{16, 1, 7, "", "drop"}}) {
    bench.fake.switches[3]->restart();
    bench.fake.switches[3]->apply({{SwitchChange::Kind::add_rule, foreign, {}, 0}});
    const auto outcome = bench.deploy(bench.plans.target(Organisation::compacted));
    ASSERT_FALSE(outcome.ok());
    EXPECT_THAT(to_text(outcome.problems()), HasSubstr("s3: holds a foreign rule"));
    for (const SwitchProgram& program : bench.held()) EXPECT_TRUE(program.rules.empty());
  }
}

TEST(Rollout, TakesEverythingBackWhenATableIsFull) {
  Bench bench(butterfly());
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(bench.plans.target(Organisation::compacted)).ok());
  const auto before = bench.held();
  bench.fake.switches[7]->most_rules = 12;
  const auto outcome = bench.deploy(bench.plans.target(Organisation::flat));
  ASSERT_FALSE(outcome.ok());
  EXPECT_THAT(to_text(outcome.problems()), HasSubstr("s7: the table is full"));
  EXPECT_EQ(bench.held(), before);
}

TEST(Rollout, OfOneSwitchAfterTheOtherWithoutVersionsLosesFrames) {
  // The in-memory network detects what versions prevent: rules of the other direction, loaded switch by
  // switch.
  Torus grid;
  grid.sizes = {6}, grid.c = 1;
  Bench bench(grid.build({}));
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(round_the_ring(bench.fake, bench.plans, true)).ok());
  bench.fake.land();
  bench.fake.cut = 0;
  const auto other = round_the_ring(bench.fake, bench.plans, false)(2, 0);
  for (std::size_t s = 0; s < other.size(); ++s) {
    bench.fake.switches[s]->apply(changes_to(other[s], bench.fake.switches[s]->state()));
    bench.traffic.walk_all();
  }
  EXPECT_GT(bench.fake.cut, 0u);
}

TEST(Rollout, IsWatchedByATwinThatSeesFramesGoRound) {
  Torus grid;
  grid.sizes = {6}, grid.c = 1;
  Bench bench(grid.build({}));
  bench.traffic.on = false;
  ASSERT_TRUE(bench.deploy(round_the_ring(bench.fake, bench.plans, true)).ok());
  bench.fake.land();
  bench.fake.looped = 0;
  for (const InstalledRule& held : SwitchState(bench.fake.switches[2]->state()).rules)
    if (held.rule.priority == 2000)
      bench.fake.switches[2]->apply({{SwitchChange::Kind::remove_rule, held.rule, {}, 0}});
  bench.traffic.walk_all();
  EXPECT_EQ(bench.fake.looped, 5u) << "every frame to the host whose own rule is gone";
}

/// A sequence of rollouts, each with faults. If ebb is killed, another command resumes. Then, without faults,
/// a last command must reach one of the two sides.
struct ManyRollouts {
  explicit ManyRollouts(const Network& network, std::uint64_t seed) : bench(network, seed) {
    bench.traffic.on = false;
  }
  void begin(const Rollout::Target& first) {
    ASSERT_TRUE(bench.deploy(first).ok());
    bench.fake.land();
    bench.fake.cut = bench.fake.looped = bench.fake.frames = 0, bench.fake.first_failure.clear();
  }
  void one(const Rollout::Target& target) {
    bench.traffic.on = true;
    for (int commands = 0; commands < 4; ++commands) try {
        const bool back = commands > 0 && bench.traffic.random.below(2) == 0;
        const auto outcome = back ? bench.rollback() : bench.deploy(target);
        finished += outcome.ok();
        if (outcome.ok()) break;
      } catch (const Killed&) {
        tear_journal();
      }
    bench.calm();
    end(target);
    ++rollouts;
  }
  /// Cuts the record that ebb was writing when it was killed.
  void tear_journal() {
    if (bench.traffic.random.below(2) == 0) return;
    std::ofstream(bench.journal(), std::ios::app) << "0123456789abcdef {\"step\":\"dr";
  }
  void end(const Rollout::Target& target) {
    const auto outcome =
        bench.traffic.random.below(3) == 0 && unfinished() ? bench.rollback() : bench.deploy(target);
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.problems());
    bench.fake.lost.assign(bench.fake.network().switches(), false);
    const auto journal = Journal::look(bench.journal());
    ASSERT_TRUE(journal.ok());
    const auto held = bench.held();
    if (journal->rollouts().empty()) {
      if (*outcome != RolloutOutcome::nothing_to_do && *outcome != RolloutOutcome::repaired) ++partial;
    } else {
      const RolloutRecord& last = journal->rollouts().back();
      if (journal->unfinished() || (held != last.sides.before && held != last.sides.after)) ++partial;
    }
    bench.traffic.walk_all();
    bench.fake.land();
  }
  bool unfinished() const {
    const auto journal = Journal::look(bench.journal());
    return journal.ok() && journal->unfinished();
  }
  Bench bench;
  std::uint64_t rollouts = 0, finished = 0, partial = 0;
};

void expect_nothing_lost(ManyRollouts& many) {
  const FakeNetwork& fake = many.bench.fake;
  const FaultPlan& faults = many.bench.traffic;
  EXPECT_EQ(many.partial, 0u);
  EXPECT_EQ(fake.looped, 0u) << fake.first_failure;
  EXPECT_EQ(fake.cut, 0u) << fake.first_failure;
  EXPECT_GT(faults.kills, 0u);
  EXPECT_GT(faults.restarts, 0u);
  std::printf(
      "%llu rollouts, %llu ended well under faults; %llu kills, %llu connections cut, %llu restarts, "
      "%llu cables down; %llu steps, %llu frames, %llu met a cable or switch that was down, "
      "%llu lost, %llu went round, %llu partial states\n",
      static_cast<unsigned long long>(many.rollouts), static_cast<unsigned long long>(many.finished),
      static_cast<unsigned long long>(faults.kills), static_cast<unsigned long long>(faults.cuts),
      static_cast<unsigned long long>(faults.restarts), static_cast<unsigned long long>(faults.flaps),
      static_cast<unsigned long long>(many.bench.traffic.steps), static_cast<unsigned long long>(fake.frames),
      static_cast<unsigned long long>(fake.excused), static_cast<unsigned long long>(fake.cut),
      static_cast<unsigned long long>(fake.looped), static_cast<unsigned long long>(many.partial));
}

#ifdef __SANITIZE_ADDRESS__
constexpr int rollouts_tried = 25;  // each takes ten times as long
#else
constexpr int rollouts_tried = 250;
#endif

void many_between_organisations(const Network& network, std::uint64_t seed) {
  ManyRollouts many(network, seed);
  const std::array all{Organisation::per_switch, Organisation::per_group, Organisation::compacted};
  many.begin(many.bench.plans.target(all[0]));
  for (int i = 0; i < rollouts_tried; ++i) {
    many.one(many.bench.plans.target(all[many.bench.traffic.random.below(all.size())]));
    if (::testing::Test::HasFatalFailure()) return;
  }
  expect_nothing_lost(many);
}

TEST(RolloutUnderFaults, KeepsAButterflyWhole) { many_between_organisations(butterfly(), 11); }

TEST(RolloutUnderFaults, KeepsADragonflyWhole) {
  Dragonfly shape;
  shape.p = 2, shape.a = 2, shape.h = 1;
  many_between_organisations(shape.build({}), 12);
}

TEST(RolloutUnderFaults, KeepsAClosWhole) {
  FoldedClos shape;
  shape.levels = 2, shape.radix = 4;
  many_between_organisations(shape.build({}), 13);
}

TEST(RolloutUnderFaults, KeepsARingWholeThatTurnsRound) {
  Torus grid;
  grid.sizes = {6}, grid.c = 2;
  ManyRollouts many(grid.build({}), 14);
  bool clockwise = true;
  many.begin(round_the_ring(many.bench.fake, many.bench.plans, clockwise));
  for (int i = 0; i < rollouts_tried; ++i) {
    clockwise = !clockwise;
    many.one(round_the_ring(many.bench.fake, many.bench.plans, clockwise));
    if (HasFatalFailure()) return;
  }
  expect_nothing_lost(many);
}

}  // namespace
}  // namespace ebb::inline fabric::rollout_test
