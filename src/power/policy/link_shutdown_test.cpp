#include "power/policy/link_shutdown.hpp"

#include <gtest/gtest.h>

#include "power/control/control_settings.hpp"

namespace ebb::inline power {
namespace {

const RateLevels link_rates({{0}, {640'000'000}, {1'260'000'000}, {2'500'000'000}});

/// A switch of two links whose first one, port 0, has this need.
struct TwoLinks {
  NextHopTable next_hops{2};
  SwitchLinks links;

  explicit TwoLinks(LinkNeed need) {
    next_hops.is_link = {1, 1};
    const std::uint16_t both[] = {0, 1}, first[] = {0}, second[] = {1};
    if (need == LinkNeed::connects)
      next_hops.add(7, first), next_hops.add(8, second);
    else if (need == LinkNeed::replaces)
      next_hops.add(8, second);
    else
      next_hops.add(7, both), next_hops.add(8, second);
    links = {.next_hops = &next_hops,
             .load = {need == LinkNeed::busy ? 0.6 : 0.1, 0.1},
             .up = {1, need != LinkNeed::replaces}};
  }
};

const SwitchLinks& links_with(LinkNeed need) {
  static const TwoLinks by_need[] = {TwoLinks(LinkNeed::none), TwoLinks(LinkNeed::busy),
                                     TwoLinks(LinkNeed::connects), TwoLinks(LinkNeed::replaces)};
  return by_need[static_cast<std::size_t>(need)].links;
}

ChannelView view(LinkNeed need, BitsPerSecond rate = {2'500'000'000}) {
  ChannelView view;
  view.rate = rate, view.stage = 1, view.links = &links_with(need), view.port = 0;
  view.since = 20_us, view.queued = 0_B;
  return view;
}

TEST(LinkShutdown, ChoosesByTheTableOfItsSwitch) {
  for (const LinkNeed need : {LinkNeed::none, LinkNeed::busy, LinkNeed::connects, LinkNeed::replaces})
    EXPECT_EQ(choose_links(links_with(need), {})[0], need) << static_cast<int>(need);
}

TEST(LinkShutdown, LinkGoesOffOnlyWhenNothingNeedsIt) {
  const LinkShutdown policy;
  EXPECT_EQ(policy.decide(view(LinkNeed::none), link_rates).want.v, 0);
  for (const LinkNeed need : {LinkNeed::busy, LinkNeed::connects, LinkNeed::replaces})
    EXPECT_EQ(policy.decide(view(need), link_rates).want, link_rates.fastest());
}

TEST(LinkShutdown, HostsLinksNeverGoOff) {
  ChannelView host = view(LinkNeed::none);
  host.stage = 0;
  EXPECT_EQ(LinkShutdown{}.decide(host, link_rates).want, link_rates.fastest());
}

TEST(LinkShutdown, LinkThatComesOnIsSlowUntilItsSupplyHasSettled) {
  LinkShutdown policy;
  policy.settle = 8_us;
  const Decision off = policy.decide(view(LinkNeed::none), link_rates);
  ChannelView sleeping = view(LinkNeed::busy, {0});
  sleeping.memory = off.memory;
  const Decision waking = policy.decide(sleeping, link_rates);
  EXPECT_EQ(waking.want.v, 640'000'000);
  EXPECT_EQ(waking.evaluate_after, 8_us);
  ChannelView applied = view(LinkNeed::busy, {640'000'000});
  applied.memory = waking.memory;
  EXPECT_EQ(policy.decide(applied, link_rates).want, link_rates.fastest());
}

TEST(LinkShutdown, LinkThatCouldNotGoOffKeepsItsRateWhenItIsNeededAgain) {
  const LinkShutdown policy;
  ChannelView refused = view(LinkNeed::busy);
  refused.memory = policy.decide(view(LinkNeed::none), link_rates).memory;
  EXPECT_EQ(policy.decide(refused, link_rates).want, link_rates.fastest());
  refused.links = &links_with(LinkNeed::none), refused.queued = 256_B;
  EXPECT_EQ(policy.decide(refused, link_rates).want, link_rates.fastest());
}

TEST(LinkShutdown, PacketThatWaitsWakesALinkThatIsOff) {
  const LinkShutdown policy;
  ChannelView sleeping = view(LinkNeed::none, {0});
  sleeping.memory = policy.decide(view(LinkNeed::none), link_rates).memory;
  const Decision rests = policy.decide(sleeping, link_rates);
  EXPECT_EQ(rests.want.v, 0);
  EXPECT_EQ(rests.evaluate_at, 1_B);
  sleeping.queued = 256_B;
  EXPECT_EQ(policy.decide(sleeping, link_rates).want, link_rates.slowest());
}

TEST(LinkShutdown, FollowsItsLoadWhereDvsAndDlsWorkTogether) {
  LinkShutdown policy;
  policy.while_on = RateWhileOn::history_dvs;
  ChannelView quiet = view(LinkNeed::connects);
  EXPECT_EQ(policy.decide(quiet, link_rates).want.v, 1'260'000'000);
  quiet.utilisation = 1;
  EXPECT_EQ(policy.decide(quiet, link_rates).want, link_rates.fastest());
  EXPECT_EQ(policy.decide(view(LinkNeed::none), link_rates).want.v, 0);
}

/// Voltage scaling with a window of 40 us, decisions on shutdown every 20 us, thresholds of 0.3 and 0.4.
struct HistoryInWindows : testing::Test {
  LinkShutdown policy;
  ChannelView link = view(LinkNeed::connects);
  HistoryInWindows() {
    policy.while_on = RateWhileOn::history_dvs, policy.history_window = 40_us, policy.settle = 0_us;
    policy.congested_low = policy.low, policy.congested_high = policy.high, policy.weight = 1;
  }
  /// An epoch passes in which the link was busy for this share. Returns what the policy requests then.
  std::int64_t after_epoch(double utilisation, Bytes queued = 0_B) {
    link.utilisation = utilisation, link.queued = queued;
    const Decision decision = policy.decide(link, link_rates);
    link.memory = decision.memory, link.rate = decision.want;
    return decision.want.v;
  }
};

TEST_F(HistoryInWindows, StepsOnceInAWindowByAllOfIt) {
  EXPECT_EQ(after_epoch(1), 2'500'000'000);
  EXPECT_EQ(after_epoch(0), 2'500'000'000);  // half busy
  EXPECT_EQ(after_epoch(0.4), 2'500'000'000);
  EXPECT_EQ(after_epoch(0.1), 1'260'000'000);  // a quarter
  EXPECT_EQ(after_epoch(0.1), 1'260'000'000);
  EXPECT_EQ(after_epoch(0.1), 640'000'000);
  EXPECT_EQ(after_epoch(0.9), 640'000'000);
  EXPECT_EQ(after_epoch(0), 1'260'000'000);  // 0.45
}

TEST_F(HistoryInWindows, GoOnWhileTheLinkIsOffAndItReturnsToTheRateTheyAskFor) {
  link.links = &links_with(LinkNeed::none);
  EXPECT_EQ(after_epoch(0), 0);
  EXPECT_EQ(after_epoch(0), 0);
  EXPECT_EQ(after_epoch(0, 256_B), 1'260'000'000);
  EXPECT_EQ(after_epoch(0), 0);
  EXPECT_EQ(after_epoch(0, 256_B), 640'000'000);
}

TEST_F(HistoryInWindows, StayWhereTheLinkComesOnSlowly) {
  policy.settle = 8_us;
  link.links = &links_with(LinkNeed::none);
  EXPECT_EQ(after_epoch(0), 0);
  EXPECT_EQ(after_epoch(0, 256_B), 640'000'000);
  link.links = &links_with(LinkNeed::connects);
  EXPECT_EQ(after_epoch(0.1), 1'260'000'000) << "the step that was due while it settled";
}

TEST_F(HistoryInWindows, CountOfFullRateWhatWasSent) {
  policy.utilisation = UtilisationOf::full_rate;
  link.sent = 625_B;  // in 20 us, a tenth of 2.5 Gb/s
  EXPECT_EQ(after_epoch(1), 2'500'000'000);
  EXPECT_EQ(after_epoch(1), 1'260'000'000);
  link.sent = 2'500_B;  // 0.4 in this epoch, and 0.5 in the next
  EXPECT_EQ(after_epoch(0), 1'260'000'000);
  link.sent = 3'125_B;
  EXPECT_EQ(after_epoch(0), 2'500'000'000);
}

TEST_F(HistoryInWindows, AreRefusedWhereTheyHaveNoEffect) {
  EXPECT_TRUE(policy.check().empty());
  policy.congested_low = 0.35;
  ASSERT_EQ(policy.check().size(), 1u);
  EXPECT_EQ(policy.check()[0].where, "history_window");
  policy.congested_low = policy.low, policy.while_on = RateWhileOn::full;
  EXPECT_EQ(policy.check().size(), 1u);
}

TEST(LinkShutdown, TakesTheThresholdsOfItsVoltages) {
  LinkShutdown policy;
  policy.while_on = RateWhileOn::history_dvs;
  ChannelView link = view(LinkNeed::connects, {1'260'000'000});
  link.utilisation = 0.35, link.memory.level = 0.35;
  EXPECT_EQ(policy.decide(link, link_rates).want.v, 1'260'000'000);
  policy.high = 0.34;
  EXPECT_EQ(policy.decide(link, link_rates).want, link_rates.fastest());
  policy.low = 0.36, policy.high = 0.4;
  EXPECT_EQ(policy.decide(link, link_rates).want, link_rates.slowest());
  policy.low = 0.5;
  ASSERT_EQ(policy.check().size(), 1u);
  EXPECT_EQ(policy.check()[0].where, "low");
}

TEST(LinkShutdown, LooksBehindLinksOnlyWhereTheyScale) {
  LinkShutdown policy;
  EXPECT_FALSE(policy.requirements().downstream);
  policy.while_on = RateWhileOn::history_dvs;
  EXPECT_TRUE(policy.requirements().downstream);
}

TEST(LinkShutdown, SwitchesSingleChannelsOffWhereItsUnitIsAChannel) {
  LinkShutdown policy;
  EXPECT_FALSE(policy.requirements().single_channels);
  policy.unit = ShutdownUnit::channel;
  EXPECT_TRUE(policy.requirements().single_channels);
  const ControlSettings settings(link_rates, policy, 20_us, 800_ns);
  EXPECT_TRUE(settings.single_channels);
}

TEST(LinkShutdown, NeedsAnOffState) {
  LinkShutdown policy;
  EXPECT_EQ(policy.fit(RateLevels({BitsPerSecond{2'500'000'000}}), {}).size(), 1u);
  EXPECT_TRUE(policy.fit(link_rates, {}).empty());
}

}  // namespace
}  // namespace ebb::inline power
