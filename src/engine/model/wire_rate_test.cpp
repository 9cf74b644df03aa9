#include "engine/model/wire_rate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ebb::inline engine {
namespace {

/// The last two have a whole number of picoseconds per byte, the others have not.
const BitsPerSecond odd_rates[] = {56_Gbps, 7_Gbps, 3_Gbps, {10'312'500'000}, {2'500'000'000}, 40_Gbps};
constexpr std::int64_t gibibyte = std::int64_t{1} << 30;

/// Without rounding up: the bytes that have passed at a moment.
std::int64_t whole_bytes(BitsPerSecond rate, std::int64_t ps) {
  return static_cast<std::int64_t>(static_cast<__int128>(ps) * rate.v / 8'000'000'000'000);
}

TEST(WireRate, TakesTheTimeOfTheWireForEveryPacketSize) {
  for (const BitsPerSecond rate : odd_rates) {
    const WireRate wire(rate);
    for (std::int64_t size = 0; size <= 65'535; ++size)
      ASSERT_EQ(wire.time(size), wire_time({size}, rate).v) << size << " bytes at " << rate.v;
  }
}

TEST(WireRate, RoundsUpWhereAByteTakesNoWholeNumberOfPicoseconds) {
  // A byte at 7 Gb/s takes 8 / 7 ns = 1142.857 ps, seven take 8 ns.
  const WireRate seven(7_Gbps);
  EXPECT_EQ(seven.time(1), 1143);
  EXPECT_EQ(seven.time(2), 2286);
  EXPECT_EQ(seven.time(7), 8000);
  EXPECT_EQ(seven.time(8), 9143);
  EXPECT_EQ(WireRate({2'500'000'000}).time(1), 3200);
}

/// In 64 bits, 8e12 times so many bytes would overflow from 1.1 MiB on.
TEST(WireRate, KnowsTheTimeOfAQueueOfAnyLength) {
  const WireRate wire(56_Gbps);
  EXPECT_EQ(wire.long_time(7), 1000);
  EXPECT_EQ(wire.long_time(2 << 20), 299'593'143);       // 2,097,152 * 1000 / 7 = 299,593,142.9
  EXPECT_EQ(wire.long_time(gibibyte), 153'391'689'143);  // 1,073,741,824 * 1000 / 7 = 153,391,689,142.9
  EXPECT_EQ(WireRate({2'500'000'000}).long_time(gibibyte), 3'435'973'836'800);
  EXPECT_EQ(wire.long_time(0), 0);
}

TEST(WireRate, GivesAPacketTheSameTimeAsAQueueOfItsLength) {
  for (const BitsPerSecond rate : odd_rates)
    for (const std::int64_t size : {1, 64, 1000, 1500, 9000, 65'535})
      EXPECT_EQ(WireRate(rate).time(size), WireRate(rate).long_time(size)) << rate.v;
}

TEST(WireRate, CountsTheBytesThatPassToWithinOne) {
  const WireRate wire(40_Gbps);
  EXPECT_EQ(wire.bytes(0), 0);
  EXPECT_EQ(wire.bytes(199), 0);
  EXPECT_EQ(wire.bytes(201), 1);
  EXPECT_EQ(wire.bytes(200'001), 1000);
}

RC_GTEST_PROP(WireRate, QueueOfAnyLengthTakesItsTimeAndNoPicosecondLess, ()) {
  const BitsPerSecond rate{*rc::gen::inRange<std::int64_t>(1'000'000'000, 1'000'000'000'000)};
  const auto bytes = *rc::gen::inRange<std::int64_t>(1, gibibyte + 1);
  const std::int64_t time = WireRate(rate).long_time(bytes);
  RC_ASSERT(whole_bytes(rate, time) >= bytes);
  RC_ASSERT(whole_bytes(rate, time - 1) < bytes);
}

RC_GTEST_PROP(WireRate, NeverCountsAByteTooManyAndMissesOneAtMostIn4ms, ()) {
  const BitsPerSecond rate{*rc::gen::inRange<std::int64_t>(1'000'000'000, 1'000'000'000'000)};
  const auto ps = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << *rc::gen::inRange(1, 43));
  const std::int64_t counted = WireRate(rate).bytes(ps), exact = whole_bytes(rate, ps);
  RC_ASSERT(counted <= exact);
  RC_ASSERT(counted >= exact - 1 - (ps >> 32));
}

}  // namespace
}  // namespace ebb::inline engine
