#include "routing/switching_needs.hpp"

#include <gmock/gmock.h>

namespace ebb::inline routing {
namespace {
using testing::HasSubstr;

SwitchingFacts facts(std::string_view flow) {
  return {
      .forwarding = "cut_through",
      .flow = flow,
      .flows = {{"pfc", true, true}, {"pause", true, true}, {"drop", false, true}, {"credits", false, false}},
      .output_queue = 32_KiB,
      .longest_queue = Bytes{30'000},
      .traffic_period = Picoseconds{0}};
}

std::string refusal(const SwitchingNeeds& needs, const SwitchingFacts& of) {
  return to_text(check_switching("mine", needs, of));
}

TEST(SwitchingNeeds, ARoutingWithoutNeedsWorksWithEveryMode) {
  for (const auto flow : {"pfc", "pause", "drop", "credits"}) EXPECT_EQ(refusal({}, facts(flow)), "");
  SwitchingFacts worms = facts("credits");
  worms.forwarding = "wormhole", worms.wormhole = true;
  EXPECT_EQ(refusal({}, worms), "");
}

TEST(SwitchingNeeds, NameTheRoutingTheModeAndWhatFits) {
  const SwitchingNeeds pauses{.pauses = true, .key = "trigger", .instead = "trigger = \"queue\""};
  EXPECT_EQ(refusal(pauses, facts("pfc")), "");
  EXPECT_EQ(refusal(pauses, facts("pause")), "");
  for (const auto flow : {"drop", "credits"}) {
    const Problems problems = check_switching("mine", pauses, facts(flow));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].where, "trigger");
    EXPECT_THAT(problems[0].what,
                HasSubstr(std::string("with flow.name = \"") + flow + "\" the routing \"mine\""));
    EXPECT_EQ(problems[0].hint, "set flow.name = \"pfc\" or \"pause\", or trigger = \"queue\"");
  }
  const SwitchingNeeds notified{.congestion_notification = true};
  EXPECT_EQ(refusal(notified, facts("drop")), "");
  const Problems problems = check_switching("mine", notified, facts("credits"));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "name");
  EXPECT_EQ(problems[0].hint, "set flow.name = \"pfc\" or \"pause\" or \"drop\", or choose another routing");
}

TEST(SwitchingNeeds, MayExcludeWormholeSwitching) {
  const SwitchingNeeds whole{.wormhole = false};
  EXPECT_EQ(refusal(whole, facts("credits")), "");
  SwitchingFacts worms = facts("credits");
  worms.forwarding = "wormhole", worms.wormhole = true;
  EXPECT_THAT(refusal(whole, worms), HasSubstr("\"mine\", which works only where a packet fits"));
  EXPECT_THAT(refusal(whole, worms), HasSubstr("\"cut_through\" or \"store_and_forward\""));
}

TEST(SwitchingNeeds, RefuseAQueueLengthThatNoQueueExceeds) {
  SwitchingNeeds needs{.queue = QueueTrigger{"busy", Bytes{29'999}, "never busy", "another"}};
  EXPECT_EQ(refusal(needs, facts("credits")), "");
  needs.queue->length = Bytes{30'000};
  EXPECT_THAT(refusal(needs, facts("credits")), HasSubstr("32KiB, 30kB in whole packets: never busy"));
  EXPECT_THAT(refusal(needs, facts("credits")), HasSubstr("; or choose another"));
}

TEST(SwitchingNeeds, RefuseTablesThatChangeAtOtherTimesThanTheTraffic) {
  const SwitchingNeeds needs{.phase = 1_ms};
  SwitchingFacts of = facts("pfc");
  EXPECT_THAT(refusal(needs, of), HasSubstr("this traffic never changes"));
  of.traffic_period = 4_ms;
  EXPECT_THAT(refusal(needs, of), HasSubstr("is 1ms, but the traffic changes every 2ms"));
  of.traffic_period = 2_ms;
  EXPECT_EQ(refusal(needs, of), "");
  of.traffic_period.reset();
  EXPECT_EQ(refusal(needs, of), "");
}

}  // namespace
}  // namespace ebb::inline routing
