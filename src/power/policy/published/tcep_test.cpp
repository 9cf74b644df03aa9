#include "power/policy/published/tcep.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

/// A chord that sent this share of full rate in an epoch of 10 us: 50 kB at 40 Gb/s.
ChannelView chord(double load, double detour_load) {
  ChannelView view;
  view.rate = 40_Gbps, view.since = 10_us, view.stage = 2;
  view.sent = {static_cast<std::int64_t>(load * 50'000)}, view.detour_load = detour_load;
  return view;
}

Decision after(const Tcep& policy, ChannelView view, int epochs) {
  Decision decision;
  for (int i = 0; i < epochs; ++i)
    decision = policy.decide(view, rates_with_off), view.memory = decision.memory;
  return decision;
}

Tcep fitted() {
  Tcep policy;
  EXPECT_TRUE(policy.fit(rates_with_off, {.epoch = 10_us}).empty());
  return policy;
}

TEST(Tcep, SwitchesOffWhatTheDetourCanCarryToo) {
  EXPECT_EQ(after(fitted(), chord(0.2, 0.3), 9).want, 40_Gbps);            // it decides each ten epochs
  EXPECT_EQ(after(fitted(), chord(0.2, 0.3), 10).want, BitsPerSecond{0});  // 0.4 + 0.3
  EXPECT_EQ(after(fitted(), chord(0.2, 0.4), 10).want, 40_Gbps);           // 0.4 + 0.4
  ChannelView ring = chord(0, 0);
  ring.stage = 1, ring.stage_after_up = true;
  EXPECT_EQ(after(fitted(), ring, 10).want, 40_Gbps);
  ring.stage = 0;
  EXPECT_EQ(after(fitted(), ring, 10).want, 40_Gbps);
}

TEST(Tcep, ComesOnWhenTheDetourIsFullAndItWouldCarryEnough) {
  const Decision off = after(fitted(), chord(0, 0), 10);
  EXPECT_EQ(off.evaluate_at_diverted, 5'000_B);  // a tenth of an epoch
  ChannelView view = chord(0, 0.8);
  view.rate = {0}, view.memory = off.memory, view.cause = Cause::diverted, view.diverted = 5'000_B;
  EXPECT_EQ(fitted().decide(view, rates_with_off).want, 40_Gbps);
  view.detour_load = 0.7;
  EXPECT_EQ(fitted().decide(view, rates_with_off).want, BitsPerSecond{0});
  view.detour_load = 0.8, view.diverted = 4'000_B;
  EXPECT_EQ(fitted().decide(view, rates_with_off).want, BitsPerSecond{0});
}

TEST(Tcep, NeedsAnOffState) {
  Tcep policy;
  EXPECT_EQ(policy.fit(infiniband_rates, {.epoch = 10_us}).size(), 1u);
  policy.high_water = 1, policy.virtual_load = 0, policy.off_epochs = 0;
  EXPECT_EQ(policy.check().size(), 3u);
}

}  // namespace
}  // namespace ebb::inline power
