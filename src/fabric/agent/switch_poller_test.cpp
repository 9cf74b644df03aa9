#include "fabric/agent/switch_poller.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(SwitchPoller, CountsFromTheFirstReadingAndThroughARestart) {
  AgentParts p;
  const auto read = [&](Picoseconds at, std::uint64_t bytes) {
    p.port(0).sent_bytes = bytes;
    p.poll_at(at);
    return p.poller.counters(0);
  };
  EXPECT_EQ(read(500_ms, 1000).bytes.sum(), 0u);
  EXPECT_EQ(read(1000_ms, 1500).bytes.sum(), 500u);
  EXPECT_THAT(p.poller.take_restarted(), IsEmpty());
  EXPECT_EQ(read(1500_ms, 200).bytes.sum(), 700u) << "it counts from 0 after a restart";
  EXPECT_EQ(p.poller.counters(0).sent_in_step, 200u);
  EXPECT_EQ(p.poller.counters(0).last_sent, 1500_ms);
  EXPECT_THAT(p.log.lines, ElementsAre(HasSubstr("s0: its counters jumped back")));
  EXPECT_THAT(p.poller.take_restarted(), ElementsAre(0));
  EXPECT_THAT(p.poller.take_restarted(), IsEmpty()) << "once";
  EXPECT_EQ(read(2000_ms, 200).sent_in_step, 0u);
  EXPECT_EQ(p.poller.counters(0).last_sent, 1500_ms);
}

TEST(SwitchPoller, ReportsASilentSwitchOnceAndRestoresItAfterwards) {
  AgentParts p;
  p.poll_at(500_ms);
  p.switches[1].silent = true;
  for (int i = 2; i < 6; ++i) p.poll_at(500_ms * i);
  EXPECT_TRUE(p.poller.is_silent(1));
  EXPECT_TRUE(p.poller.any_unknown());
  EXPECT_FALSE(p.poller.knows(cable_01));
  EXPECT_TRUE(p.poller.knows(cable_02));
  EXPECT_THAT(p.poller.take_restarted(), IsEmpty()) << "not while it is silent";
  p.switches[1].silent = false;
  p.poll_at(3000_ms);
  EXPECT_THAT(p.poller.take_restarted(), ElementsAre(1));
  EXPECT_THAT(p.log.lines, ElementsAre("s1 does not answer: its cables stay as they are for now",
                                       "s1: does not answer", "s1 answers again"));
}

TEST(SwitchPoller, ACalmSwitchIsReadLessOftenUnlessItMustBeRead) {
  AgentSettings settings = parts_settings();  // a poll each 500 ms
  settings.calm_poll = 2000_ms;
  AgentParts p(half_and_full(), settings);
  const auto poll = [&](Picoseconds at, SwitchId changing) {
    p.port(0).sent_bytes += 100;
    p.context.now = at;
    p.poller.poll([&](SwitchId s) { return s == changing; });
  };
  poll(500_ms, 1);
  poll(1010_ms, 1);
  poll(1490_ms, 1);
  EXPECT_EQ(p.switches[0].requests, 1);
  EXPECT_EQ(p.switches[1].requests, 3) << "one of its cables changes";
  EXPECT_EQ(p.poller.counters(0).bytes.sum(), 0u);
  poll(2490_ms, 1);  // 10 ms too early
  EXPECT_EQ(p.switches[0].requests, 2);
  EXPECT_EQ(p.poller.counters(0).sent_in_step, 300u);
  p.switches[0].silent = true;
  poll(2600_ms, 0);
  poll(2700_ms, no_id);
  EXPECT_EQ(p.switches[0].requests, 4) << "it does not answer: it is asked at every step";
}

TEST(SwitchPoller, ASwitchWithTheWrongNumberOfPortsDoesNotAnswer) {
  AgentParts p;
  p.switches[2].ports.pop_back();
  p.poll_at(500_ms);
  EXPECT_TRUE(p.poller.is_silent(2));
  EXPECT_FALSE(p.poller.answers(2));
}

/// The patience is 3 s. The switch is silent from 2 s on; its neighbour hears it at 4 s for the last time.
TEST(SwitchPoller, ASwitchIsGoneThatNeitherAnswersNorSends) {
  for (const bool forwards : {false, true}) {
    AgentParts p;
    const Picoseconds gone_at = forwards ? 7000_ms : 5000_ms;
    for (Picoseconds now = 500_ms; now <= 8000_ms; now = now + 500_ms) {
      p.switches[1].silent = now >= 2000_ms;
      if (forwards && now <= 4000_ms) p.port(cable_01).received_bytes += 64;
      p.poll_at(now);
      EXPECT_EQ(p.poller.find_gone(), now == gone_at) << now.v;
      EXPECT_EQ(p.poller.is_gone(1), now >= gone_at) << now.v;
    }
    EXPECT_TRUE(p.poller.has_gone_end(cable_01));
    EXPECT_FALSE(p.poller.has_gone_end(cable_02));
    EXPECT_FALSE(p.poller.any_unknown());
    p.switches[1].silent = false;
    p.poll_at(9000_ms);
    EXPECT_TRUE(p.poller.find_gone());
    EXPECT_THAT(p.poller.gone(), ElementsAre(false, false, false));
  }
}

TEST(SwitchPoller, AnEndThatDoesNotAnswerCountsAsUp) {
  AgentParts p;
  p.poll_at(500_ms);
  EXPECT_TRUE(p.poller.is_up(cable_01));
  p.port(4).enabled = false;
  p.poll_at(1000_ms);
  EXPECT_FALSE(p.poller.is_up(cable_01));
  p.switches[1].silent = true;
  p.poll_at(1500_ms);
  EXPECT_TRUE(p.poller.is_up(cable_01));
  p.port(1).up = false;
  p.poll_at(2000_ms);
  EXPECT_FALSE(p.poller.is_up(cable_01));
}

TEST(SwitchPoller, AddsTheFramesOfBothDirections) {
  AgentParts p;
  p.poll_at(500_ms);
  p.port(1).sent_frames = 3, p.port(4).sent_frames = 4;
  p.poll_at(1000_ms);
  EXPECT_EQ(p.poller.frames_on(cable_01), 7u);
}

}  // namespace
}  // namespace ebb::inline fabric
