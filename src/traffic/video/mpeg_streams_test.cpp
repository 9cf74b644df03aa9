#include "traffic/video/mpeg_streams.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "traffic/four_hosts_testing.hpp"
#include "traffic/service/service_levels.hpp"
#include "traffic/video/mpeg_frames.hpp"

namespace ebb::inline traffic {
namespace {

std::unique_ptr<Traffic> bound(const MpegStreams& streams, const Network& network, std::uint64_t seed = 1) {
  auto traffic = streams.bind(network, {{256}, {0}}, seed);
  EXPECT_TRUE(traffic) << to_text(traffic.problems());
  return std::move(*traffic);
}

TEST(MpegFrames, OfTheMiddleKindAre4100KbitASecond) {
  // 400 + 3 x 200 + 8 x 80 kbit in twelve frames, 30 frames a second.
  EXPECT_DOUBLE_EQ(mean_frame_bytes(1) * 8 * 30, 4.1e6);
}

TEST(MpegFrames, HaveTheMeanAndTheVariationOfTheirType) {
  for (const FrameType& type : frame_types) {
    double sum = 0, squares = 0;
    constexpr int draws = 100'000;
    for (int i = 0; i < draws; ++i) {
      const auto bits = static_cast<double>(draw_frame(type, 1, Random(7, traffic_stream, i)).v) * 8;
      sum += bits, squares += bits * bits;
    }
    const double mean = sum / draws;
    EXPECT_NEAR(mean / type.mean_bits, 1, 0.005) << type.name;
    EXPECT_NEAR(std::sqrt(squares / draws - mean * mean) / mean, type.variation, 0.005) << type.name;
  }
}

TEST(MpegStreams, OfferTheLoadThatIsAskedFor) {
  const Network network = four_hosts();
  MpegStreams streams;
  streams.load = 0.4, streams.scale = 100;
  const auto traffic = bound(streams, network);
  // A host sends for a third of a second: 1,000 frames of each stream.
  HostMemory memory = host_memory(1, 0);
  double bytes = 0;
  Picoseconds now{};
  while (now < 333_ms) {
    const Message message = traffic->next(0, now, memory);
    EXPECT_GE(message.at, now);
    EXPECT_NE(message.destination, 0u);
    now = message.at, bytes += static_cast<double>(message.size.v);
  }
  EXPECT_NEAR(bytes * 8 / 0.333 / 2.5e9, 0.4, 0.01);
  EXPECT_NEAR(traffic->offered_bytes_per_second(), 0.4 * 2.5e9 / 8, 1);
  EXPECT_EQ(traffic->deadline(), Picoseconds{333'333'333});
}

TEST(MpegStreams, KeepToTheirDestinationAndTheirPeriod) {
  const Network network = four_hosts();
  MpegStreams streams;
  streams.load = 0.01, streams.levels = 3;  // 25 Mb/s: four or five streams
  const auto traffic = bound(streams, network);
  HostMemory memory = host_memory(1, 2);
  std::map<std::int64_t, std::vector<Message>> by_phase;
  const Picoseconds period{33'333'333'333};
  Picoseconds now{};
  for (int i = 0; i < 60; ++i) {
    const Message message = traffic->next(2, now, memory);
    now = message.at;
    by_phase[message.at.v % period.v].push_back(message);
  }
  EXPECT_THAT(by_phase.size(), testing::AllOf(testing::Ge(4u), testing::Le(5u)));
  for (const auto& [phase, messages] : by_phase) {
    ASSERT_GE(messages.size(), 12u);
    for (std::size_t i = 1; i < messages.size(); ++i) {
      EXPECT_EQ(messages[i].at - messages[i - 1].at, period);
      EXPECT_EQ(messages[i].destination, messages[0].destination);
      EXPECT_EQ(messages[i].level, messages[0].level);
    }
  }
}

TEST(MpegStreams, AreOthersWithAnotherSeed) {
  const Network network = four_hosts();
  MpegStreams streams;
  HostMemory memory = host_memory(1, 0), other = host_memory(1, 0);
  EXPECT_NE(bound(streams, network, 1)->next(0, {}, memory).at,
            bound(streams, network, 2)->next(0, {}, other).at);
}

TEST(MpegStreams, AreRefusedWhereThereWouldBeTooMany) {
  Star star;
  Cables cables;
  cables.rate = 40'000_Gbps;
  MpegStreams streams;
  streams.load = 0.5;
  const auto traffic = streams.bind(star.build(cables), {{256}, {0}}, 1);
  ASSERT_FALSE(traffic);
  EXPECT_THAT(to_text(traffic.problems()), testing::HasSubstr("streams of"));
}

TEST(ServiceLevels, AreDrawnByTheirSharesAndLeaveMessagesAsTheyAre) {
  const Network network = four_hosts();
  MpegStreams streams;
  const auto plain = bound(streams, network);
  const WithServiceLevels with(bound(streams, network), {3, 0, 1});
  HostMemory a = host_memory(1, 0), b = host_memory(1, 0);
  std::map<int, int> levels;
  Picoseconds now{};
  for (int i = 0; i < 10'000; ++i) {
    const Message message = plain->next(0, now, a), same = with.next(0, now, b);
    EXPECT_EQ(message.at, same.at);
    EXPECT_EQ(message.destination, same.destination);
    EXPECT_EQ(message.size, same.size);
    now = message.at, ++levels[same.level];
  }
  EXPECT_EQ(levels.size(), 2u);
  EXPECT_NEAR(levels[0], 7'500, 150);
  EXPECT_NEAR(levels[2], 2'500, 150);
}

}  // namespace
}  // namespace ebb::inline traffic
