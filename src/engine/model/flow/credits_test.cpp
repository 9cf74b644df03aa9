// Credit flow control by hand. The log of a channel's credits is at the other end.
#include "engine/model/flow/credits.hpp"

#include <gtest/gtest.h>

#include "engine/model/outlook.hpp"
#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine::credits_test {
namespace {

constexpr PortId channel = 2;  // to the other switch

bool may_send(TestSwitch& context, std::int64_t size) {
  return Credits::may_send(context, context.credit_of(channel, 0), channel, 0, size);
}
void wait(TestSwitch& context) { Credits::wait(context, Channel{channel, 2, false}, 0); }

TEST(Credits, AreEnoughForTheWholeBufferAtFirst) {
  TwoSwitches two;
  two.switches.input_buffer = 4000_B;
  TestSwitch context(two);
  EXPECT_TRUE(may_send(context, 4000));
  EXPECT_FALSE(may_send(context, 4001));
  Credits::take(context.credit_of(channel, 0), 1500);
  EXPECT_TRUE(may_send(context, 2500));
  EXPECT_FALSE(may_send(context, 2501));
}

TEST(Credits, AreFetchedFromTheLogOnlyWhenThereAreTooFew) {
  TwoSwitches two;
  TestSwitch context(two);
  context.log_of(channel).add(900'000, 700, 0);
  context.credit_of(channel, 0) = 500;
  EXPECT_TRUE(may_send(context, 500));
  EXPECT_EQ(context.credit_of(channel, 0), 500) << "the log was not looked at";
  EXPECT_TRUE(may_send(context, 501));
  EXPECT_EQ(context.credit_of(channel, 0), 1200);
  EXPECT_FALSE(may_send(context, 1201));
  EXPECT_EQ(context.credit_of(channel, 0), 1200) << "nothing counts twice";
}

TEST(Credits, CountFromTheirPicosecondOn) {
  TwoSwitches two;
  TestSwitch context(two);
  context.log_of(channel).add(1'000'000, 1000, 0);
  context.credit_of(channel, 0) = 0;
  context.now = 999'999;
  EXPECT_FALSE(may_send(context, 1000));
  context.now = 1'000'000;
  EXPECT_TRUE(may_send(context, 1000));
}

TEST(Credits, TellWhatIsDownstream) {
  TwoSwitches two;
  two.switches.input_buffer = 4000_B;
  TestSwitch context(two);
  context.out[2].waiting = 300;
  Credits::take(context.credit_of(channel, 0), 1500);
  const Outlook<TestSwitch> outlook{context, 1000};
  EXPECT_EQ(outlook(2), 300) << "the output queue alone";
  EXPECT_EQ(outlook.with_downstream(2), 1800);
  context.log_of(channel).add(context.now, 500, 0);
  context.log_of(channel).add(context.now + 1, 500, 0);
  EXPECT_EQ(outlook.with_downstream(2), 1300) << "a credit of the next picosecond does not count yet";
  EXPECT_EQ(outlook.with_downstream(2), 1300) << "nothing counts twice";
  EXPECT_EQ(outlook.with_downstream(0), outlook(0)) << "a host returns no credits";
}

TEST(Credits, CountAcrossTheEdgeOf4GiB) {
  TwoSwitches two;
  TestSwitch context(two);
  context.log_of(channel).counted = UINT32_MAX - 99;
  context.state.out_lanes[context.lane_of(channel, 0)].taken = UINT32_MAX - 99;
  context.log_of(channel).add(context.now, 300, 0);
  context.credit_of(channel, 0) = 0;
  EXPECT_TRUE(may_send(context, 300));
  EXPECT_FALSE(may_send(context, 301));
}

TEST(Credits, WhoWaitsLooksAgainWhenTheNextOneCounts) {
  TwoSwitches two;
  TestSwitch context(two);
  context.log_of(channel).add(1'200'000, 64, 0);
  context.log_of(channel).add(1'300'000, 64, 0);
  wait(context);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::credit);
  EXPECT_EQ(context.scheduled[0].at, 1'200'000);
  EXPECT_EQ(context.scheduled[0].switch_id, 0u);
  EXPECT_EQ(context.scheduled[0].port, 2);
  EXPECT_EQ(context.scheduled[0].amount, 0u);
  EXPECT_FALSE(context.log_of(channel).wanted);
  wait(context);
  EXPECT_EQ(context.scheduled.size(), 1u) << "once is enough";
}

TEST(Credits, WhoWaitsInVainIsToldOfTheNextOne) {
  TwoSwitches two;
  TestSwitch context(two);
  wait(context);
  EXPECT_TRUE(context.scheduled.empty());
  EXPECT_TRUE(context.log_of(channel).wanted);
}

TEST(Credits, HostThatWaitsIsNamedByThePortItIsAttachedTo) {
  TwoSwitches two;
  TestSwitch context(two);
  const PortId host = two.net.host_port(1);
  context.log_of(host).add(1'200'000, 64, 0);
  Credits::wait(context, Channel{host, 1, true}, 0);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::host_credit);
  EXPECT_EQ(context.scheduled[0].port, 1);
}

TEST(Credits, HearingOfOneAddsItsBytesOrEndsTheWait) {
  TwoSwitches two;
  TestSwitch context(two);
  context.credit_of(channel, 0) = 0;
  wait(context);
  EXPECT_EQ(context.cold_at(2).poll_mask, 1);
  EXPECT_TRUE(
      Credits::receive(context, channel, 0, 1000));  // one that did not fit the log: an event will still come
  EXPECT_EQ(context.credit_of(channel, 0), 1000);
  EXPECT_EQ(context.cold_at(2).poll_mask, 1);
  EXPECT_FALSE(Credits::receive(context, channel, 0, 0));  // by then no packet lacks credits
  EXPECT_EQ(context.cold_at(2).poll_mask, 0);
}

TEST(Credits, NobodyIsServedWhoDoesNotWaitForOne) {
  TwoSwitches two;
  TestSwitch context(two);
  context.credit_of(channel, 0) = 0;
  EXPECT_FALSE(Credits::receive(context, channel, 0, 1000));
  EXPECT_FALSE(Credits::receive(context, channel, 0, 0));
  EXPECT_EQ(context.credit_of(channel, 0), 1000);
}

TEST(EnterCredit, TellsTheSourceOnlyWhenItWaits) {
  TwoSwitches two;
  TestSwitch context(two);
  const Packet packet = packet_at(context, 2);
  CreditLog& log = context.lane_at(2, 0).log;
  enter_credit(context, log, packet, 1'400'000);
  EXPECT_TRUE(context.scheduled.empty());
  log.wanted = 1;
  enter_credit(context, log, packet, 1'500'000);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, 1'500'000);
  EXPECT_EQ(context.scheduled[0].kind, Kind::credit);
  EXPECT_EQ(context.scheduled[0].switch_id, 1u);
  EXPECT_EQ(context.scheduled[0].port, 2);
  EXPECT_EQ(context.scheduled[0].amount, 0u) << "the bytes are in the log";
  enter_credit(context, log, packet, 1'600'000);
  EXPECT_EQ(context.scheduled.size(), 1u) << "notified once";
  EXPECT_EQ(log.returned(), 3000u);
}

TEST(EnterCredit, GoesAsANoteWithItsBytesWhenTheLogIsFull) {
  TwoSwitches two;
  TestSwitch context(two);
  CreditLog& log = context.lane_at(0, 0).log;
  for (int i = 0; i < 5; ++i) enter_credit(context, log, packet_at(context, 0, 700), 1'400'000 + i);
  EXPECT_EQ(log.returned(), 2800u);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::host_credit);
  EXPECT_EQ(context.scheduled[0].at, 1'400'004);
  EXPECT_EQ(context.scheduled[0].port, 0);
  EXPECT_EQ(context.scheduled[0].amount, 700u);
}

TEST(EnterCredit, FullLogLeavesTheWishOfWhoWaitsForWhatIsInIt) {
  TwoSwitches two;
  TestSwitch context(two);
  CreditLog& log = context.lane_at(2, 0).log;
  for (int i = 0; i < 4; ++i) enter_credit(context, log, packet_at(context, 2), 1'400'000);
  log.wanted = 1;
  enter_credit(context, log, packet_at(context, 2), 1'500'000);
  EXPECT_EQ(context.scheduled.back().amount, 1000u);
  EXPECT_TRUE(log.wanted);
}

TEST(AllBack, WhenTheBufferAtTheOtherEndIsEmpty) {
  TwoSwitches two;
  TestSwitch context(two);
  EXPECT_TRUE(Credits::all_back(context, channel));
  Credits::take(context.credit_of(channel, 0), 1000);
  EXPECT_FALSE(Credits::all_back(context, channel));
  context.log_of(channel).add(1'200'000, 1000, 0);
  EXPECT_FALSE(Credits::all_back(context, channel)) << "on its way";
  context.now = 1'200'000;
  EXPECT_TRUE(Credits::all_back(context, channel));
  context.credit_of(1, 0) = 0;
  EXPECT_TRUE(Credits::all_back(context, 1)) << "a host takes whatever comes";
}

TEST(AllBack, InEveryVirtualChannel) {
  TwoSwitches two;
  two.vcs = 8;
  TestSwitch context(two);
  EXPECT_TRUE(Credits::all_back(context, channel));
  Credits::take(context.credit_of(channel, context.vcs - 1), 1);
  EXPECT_FALSE(Credits::all_back(context, channel));
}

}  // namespace
}  // namespace ebb::inline engine::credits_test
