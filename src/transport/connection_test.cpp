// Both ends of a connection, without a network: courses by hand, and properties.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>

#include "transport/receiver.hpp"
#include "transport/sender.hpp"

namespace ebb::inline transport {
namespace {

constexpr std::int64_t us = 1'000'000;
const SenderSettings newreno{CongestionControl::newreno, 8, 1000, 1000 * us};
const ReceiverSettings every_second{.ack_every = 2, .ack_delay = 40 * us};

/// Sends all that the window allows, and returns the numbers.
std::vector<std::uint32_t> sent_by(Sender& sender, std::int64_t now = 0) {
  std::vector<std::uint32_t> numbers;
  while (const auto segment = take_segment(sender, newreno, now)) numbers.push_back(segment->number);
  return numbers;
}

Sender with_segments(std::uint32_t count) {
  Sender sender = new_sender(newreno);
  sender.end = count;
  return sender;
}

/// Takes a segment, and appends all that are in order now to `ready`.
TakenSegment take_all(Receiver& receiver, const Segment& segment, std::int64_t now,
                      std::vector<Segment>& ready) {
  const TakenSegment taken = take(receiver, every_second, segment, now);
  if (taken.arrival == Arrival::in_order) ready.push_back(segment);
  while (const auto released = take_released(receiver)) ready.push_back(*released);
  return taken;
}

using Numbers = std::vector<std::uint32_t>;

TEST(RoundTrip, FollowsTheFormulasOfRfc6298) {
  RoundTrip round_trip;
  EXPECT_EQ(round_trip.timeout(200'000 * us), first_timeout_ps);
  round_trip.measure(100 * us);
  EXPECT_EQ(round_trip.timeout(1), 300 * us);  // R + 4 R/2
  round_trip.measure(180 * us);
  EXPECT_EQ(round_trip.smoothed, 110 * us);
  EXPECT_EQ(round_trip.variation, 57 * us + us / 2);  // 3/4 50 + 1/4 80
  EXPECT_EQ(round_trip.timeout(1), 340 * us);
  EXPECT_EQ(round_trip.timeout(200'000 * us), 200'000 * us);
  round_trip.backoff = 2;
  EXPECT_EQ(round_trip.timeout(1), 4 * 340 * us);
  round_trip.backoff = 60;
  EXPECT_EQ(round_trip.timeout(200'000 * us), 200'000 * us << 6);
}

TEST(Sender, SendsAWindowAndDoublesIt) {
  Sender sender = with_segments(100);
  EXPECT_EQ(sent_by(sender), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
  receive(sender, newreno, {.expected = 2}, 10 * us, 10 * us);
  EXPECT_EQ(sender.congestion.window, 10);
  EXPECT_EQ(sent_by(sender, 10 * us), (Numbers{8, 9, 10, 11}));
}

/// Segment 0 of eight is lost. The third SACK finds it; the window is halved once, and new segments wait
/// until so few are in flight. Recovery ends with all that was sent when it began.
TEST(Sender, RecoversByNewRenoAndProportionally) {
  Sender sender = with_segments(100);
  sent_by(sender);
  const auto arrives_up_to = [&](std::uint32_t end) {
    receive(sender, newreno, {.expected = 0, .sack_begin = 1, .sack_end = end}, 0, 10 * us);
    return sent_by(sender);
  };
  EXPECT_EQ(arrives_up_to(2), (Numbers{8}));  // limited transmit: the one that arrived is not in flight
  EXPECT_EQ(arrives_up_to(3), (Numbers{9}));
  EXPECT_FALSE(sender.in_recovery);
  EXPECT_EQ(arrives_up_to(4), (Numbers{0}));  // again, and only once
  EXPECT_TRUE(sender.in_recovery);
  EXPECT_EQ(sender.congestion.window, 4);  // eight were in flight
  EXPECT_EQ(sender.board.in_flight(), 7u);
  for (std::uint32_t end = 5; end <= 7; ++end) EXPECT_EQ(arrives_up_to(end), (Numbers{}));
  EXPECT_EQ(arrives_up_to(8), (Numbers{10}));
  EXPECT_EQ(arrives_up_to(9), (Numbers{11}));
  EXPECT_EQ(sender.board.in_flight(), 4u);  // 0, 9, 10 and 11
  receive(sender, newreno, {.expected = 10}, 10 * us, 20 * us);
  EXPECT_FALSE(sender.in_recovery);
  EXPECT_EQ(sender.board.in_flight(), 2u);
  EXPECT_GT(sender.congestion.window, 4);
}

/// Half of 64 segments are lost. What is sent again never exceeds what has arrived by more than one segment.
TEST(Sender, SendsNoBurstAfterManyLosses) {
  SenderSettings wide = newreno;
  wide.initial_window = 64;
  Sender sender = new_sender(wide);
  sender.end = 64;
  while (take_segment(sender, wide, 0)) {
  }
  std::uint32_t arrived = 0, sent = 0;
  for (std::uint32_t number = 1; number < 64; number += 2) {
    receive(sender, wide, {.expected = 0, .sack_begin = number, .sack_end = number + 1}, 0, us);
    ++arrived;
    std::uint32_t now = 0;
    while (take_segment(sender, wide, 0)) ++now;
    sent += now;
    EXPECT_LE(now, 2u);
    EXPECT_LE(sent, arrived + 1);
  }
  EXPECT_GT(sent, 10u);
}

TEST(Sender, SendsEverythingAgainAfterATimeout) {
  Sender sender = with_segments(8);
  sent_by(sender);
  EXPECT_EQ(sender.timer, first_timeout_ps);
  receive(sender, newreno, {.expected = 0, .sack_begin = 3, .sack_end = 5}, 0, us);
  time_out(sender, newreno, sender.timer);
  EXPECT_EQ(sender.congestion.window, 1);
  EXPECT_EQ(sender.congestion.threshold, 3);      // six were in flight
  EXPECT_EQ(sender.timer, 3 * first_timeout_ps);  // doubled
  EXPECT_EQ(sent_by(sender), (Numbers{0}));
  receive(sender, newreno, {.expected = 1}, us, 2 * us);
  EXPECT_EQ(sent_by(sender), (Numbers{1, 2}));
  receive(sender, newreno, {.expected = 5}, us, 3 * us);  // 3 and 4 were not lost
  EXPECT_EQ(sent_by(sender), (Numbers{5, 6, 7}));
  receive(sender, newreno, {.expected = 8}, us, 4 * us);
  EXPECT_EQ(sender.timer, no_timer);
}

TEST(Sender, StopsAtTheReceiveWindow) {
  SenderSettings narrow = newreno;
  narrow.receive_window = 3;
  Sender sender = with_segments(100);
  int sent = 0;
  while (take_segment(sender, narrow, 0)) ++sent;
  EXPECT_EQ(sent, 3);
}

TEST(Receiver, AnswersEverySecondSegmentAndEveryOneOutOfOrder) {
  Receiver receiver;
  std::vector<Segment> ready;
  const auto arrives = [&](std::uint32_t number) { return take_all(receiver, {.number = number}, 0, ready); };
  EXPECT_FALSE(arrives(0).answer_now);
  EXPECT_EQ(receiver.timer, 40 * us);
  EXPECT_TRUE(arrives(1).answer_now);
  EXPECT_EQ(answer(receiver).expected, 2u);
  EXPECT_EQ(receiver.timer, no_timer);
  EXPECT_TRUE(arrives(3).answer_now);
  EXPECT_TRUE(arrives(6).answer_now);
  EXPECT_TRUE(arrives(4).answer_now);
  const Acknowledgement ack = answer(receiver);
  EXPECT_EQ(ack.expected, 2u);
  EXPECT_EQ(ack.sack_begin, 3u);
  EXPECT_EQ(ack.sack_end, 5u);
  EXPECT_EQ(arrives(4).arrival, Arrival::duplicate);
  EXPECT_TRUE(arrives(2).answer_now);  // a hole is filled
  EXPECT_EQ(answer(receiver).expected, 5u);
  EXPECT_EQ(ready.size(), 5u);
}

TEST(Receiver, KeepsMarkedSegmentsApart) {
  const ReceiverSettings dctcp{.ack_every = 2, .ack_delay = 40 * us, .echoes_marks = true};
  Receiver receiver;
  take(receiver, dctcp, {.number = 0}, 0);
  const Segment marked{.number = 1, .marked = true};
  ASSERT_TRUE(answers_before(receiver, dctcp, marked));
  EXPECT_FALSE(answer(receiver).marked);
  EXPECT_FALSE(take(receiver, dctcp, marked, 0).answer_now);
  EXPECT_TRUE(take(receiver, dctcp, {.number = 2, .marked = true}, 0).answer_now);
  EXPECT_TRUE(answer(receiver).marked);
}

/// Segments and acknowledgements are lost at random, and pass each other.
RC_GTEST_PROP(Connection, DeliversEverySegmentOnceAndInOrder, ()) {
  const auto count = *rc::gen::inRange<std::uint32_t>(1, 300);
  const int losses = *rc::gen::inRange(0, 40), swaps = *rc::gen::inRange(0, 40);
  SenderSettings settings = newreno;
  settings.control =
      *rc::gen::element(CongestionControl::newreno, CongestionControl::cubic, CongestionControl::dctcp);
  std::uint64_t random = *rc::gen::inRange<std::uint64_t>(1, 1'000'000);
  const auto chance = [&](int percent) {
    random = random * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<int>((random >> 33) % 100) < percent;
  };
  Sender sender = new_sender(settings);
  sender.end = count;
  Receiver receiver;
  std::deque<std::uint32_t> forward;
  std::deque<Acknowledgement> back;
  std::vector<Segment> ready;
  std::int64_t now = 0;
  for (int step = 0; sender.board.first() < count; ++step, now += us) {
    RC_ASSERT(step < 1'000'000);
    while (const auto segment = take_segment(sender, settings, now))
      if (!chance(losses)) forward.push_back(segment->number);
    if (forward.size() > 1 && chance(swaps)) std::swap(forward[0], forward[1]);
    if (!forward.empty()) {
      const bool answers = take_all(receiver, {.number = forward.front()}, now, ready).answer_now;
      forward.pop_front();
      if (answers) back.push_back(answer(receiver));
      if (answers && chance(losses)) back.pop_back();
    } else if (receiver.unanswered > 0) {
      back.push_back(answer(receiver));
    }
    if (!back.empty()) {
      receive(sender, settings, back.front(), us, now), back.pop_front();
    } else if (forward.empty() && sender.board.first() < count) {
      RC_ASSERT(sender.timer != no_timer);
      now = std::max(now, sender.timer);
      time_out(sender, settings, now);
    }
  }
  RC_ASSERT(ready.size() == count);
  for (std::uint32_t i = 0; i < count; ++i) RC_ASSERT(ready[i].number == i);
  RC_ASSERT(sender.board.in_flight() == 0u);
}

}  // namespace
}  // namespace ebb::inline transport
