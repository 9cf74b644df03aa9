#include "statistics/batches.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <vector>

namespace ebb::inline statistics {
namespace {

/// A packet that is its own message.
struct Packet {
  std::int64_t offered, waits, travels, bytes;
};

void record(BatchSeries& series, const Packet& p) {
  const Picoseconds offered{p.offered}, injected{p.offered + p.waits}, arrived{injected.v + p.travels};
  const Bytes payload{p.bytes}, wire{p.bytes + 20};
  series.offer_message(offered, 1, wire, payload);
  series.inject_packet(injected, wire, payload);
  series.deliver_packet(arrived, wire, payload, arrived - injected, arrived - offered);
  series.complete_message(arrived, payload, arrived - offered);
}

BatchSeries series_of(const std::vector<Packet>& packets) {
  BatchSeries series(10_ps);
  for (const Packet& p : packets) record(series, p);
  return series;
}

rc::Gen<std::vector<Packet>> any_packets() {
  return rc::gen::container<std::vector<Packet>>(rc::gen::construct<Packet>(
      rc::gen::inRange<std::int64_t>(0, 3'000), rc::gen::inRange<std::int64_t>(0, 500),
      rc::gen::inRange<std::int64_t>(1, 500), rc::gen::inRange<std::int64_t>(1, 1'500)));
}

TEST(BatchSeries, PutsEachMomentIntoItsBatch) {
  const BatchSeries series = series_of({{.offered = 9, .waits = 1, .travels = 9, .bytes = 100},
                                        {.offered = 19, .waits = 0, .travels = 1, .bytes = 300}});
  EXPECT_EQ(series[0].offered, (Flow{1, 120, 100}));
  EXPECT_EQ(series[0].injected, Flow{});
  EXPECT_EQ(series[1].offered, (Flow{1, 320, 300}));
  EXPECT_EQ(series[1].injected, (Flow{2, 440, 400}));
  EXPECT_EQ(series[1].delivered, (Flow{1, 120, 100}));
  EXPECT_EQ(series[1].network_latency.max(), 9_ps);
  EXPECT_EQ(series[1].packet_latency.max(), 10_ps);
  EXPECT_EQ(series[2].delivered, (Flow{1, 320, 300}));
  EXPECT_EQ(series[2].completed_bytes, 300u);
  EXPECT_EQ(series[2].message_latency.max(), 1_ps);
}

TEST(BatchSeries, DoublesItsLengthWhenTimeOutgrowsIt) {
  BatchSeries series(10_ps);
  for (std::int64_t t = 0; t < 640; t += 5) series.inject_packet({t}, 1_B, 1_B);
  EXPECT_EQ(series.length(), 10_ps);
  EXPECT_EQ(series[63].injected.packets, 2u);
  series.inject_packet(640_ps, 1_B, 1_B);
  EXPECT_EQ(series.length(), 20_ps);
  EXPECT_EQ(series[31].injected.packets, 4u);
  EXPECT_EQ(series[32].injected.packets, 1u);
  series.inject_packet({640 * 1'000}, 1_B, 1_B);
  EXPECT_EQ(series.length(), 10_ps * 1'024);
  EXPECT_EQ(series[0].injected.packets, 129u);
}

TEST(BatchSeries, CountsABatchAsCompleteOnlyWhenItsEndHasCome) {
  const BatchSeries series(10_ps);
  EXPECT_EQ(series.complete(9_ps), 0u);
  EXPECT_EQ(series.complete(10_ps), 1u);
  EXPECT_EQ(series.complete(19_ps), 1u);
  EXPECT_EQ(series.complete(1_ms), 64u);
}

TEST(BatchSeries, AgreesWithADivisionPerEvent) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint16_t>& times) {
    BatchSeries series(7_ps);
    for (const std::uint16_t t : times) series.inject_packet({t}, 1_B, 1_B);
    for (std::size_t i = 0; i < 64; ++i) {
      const auto inside = [&](std::uint16_t t) {
        return static_cast<std::size_t>(t / series.length().v) == i;
      };
      RC_ASSERT(series[i].injected.packets ==
                static_cast<std::uint64_t>(std::count_if(times.begin(), times.end(), inside)));
    }
  }));
}

TEST(BatchSeries, IsTheSameInAnyOrderAndAnyNumberOfParts) {
  EXPECT_TRUE(rc::check([] {
    auto packets = *any_packets();
    const BatchSeries whole = series_of(packets);
    const auto parts = *rc::gen::container<std::vector<int>>(packets.size(), rc::gen::inRange(0, 3));
    std::vector<BatchSeries> split(3, BatchSeries(10_ps));
    for (std::size_t i = 0; i < packets.size(); ++i)
      record(split[static_cast<std::size_t>(parts[i])], packets[i]);
    BatchSeries forward = split[0], backward = split[2];
    forward.merge(split[1]), forward.merge(split[2]);
    backward.merge(split[0]), backward.merge(split[1]);
    std::reverse(packets.begin(), packets.end());
    RC_ASSERT(forward == whole);
    RC_ASSERT(backward == whole);
    RC_ASSERT(series_of(packets) == whole);
    RC_ASSERT(forward.digest() == whole.digest() && backward.digest() == whole.digest());
    record(forward, {0, 0, 1, 1});
    RC_ASSERT(forward.digest() != whole.digest());
  }));
}

TEST(BatchSeries, LosesNothing) {
  EXPECT_TRUE(rc::check([] {
    const auto packets = *any_packets();
    const Batch all = series_of(packets).total(0, 64);
    Flow truth;
    for (const Packet& p : packets) truth.add(1, {p.bytes + 20}, {p.bytes});
    RC_ASSERT(all.offered == truth && all.injected == truth && all.delivered == truth);
    RC_ASSERT(all.completed_bytes == truth.payload_bytes);
    RC_ASSERT(all.message_latency.count() == packets.size());
    RC_ASSERT(all.packet_latency == all.message_latency);
  }));
}

}  // namespace
}  // namespace ebb::inline statistics
