#include "base/units.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ebb::inline base {
namespace {

TEST(Units, LiteralsAreWholePicosecondsBitsAndBytes) {
  EXPECT_EQ(1_us, Picoseconds{1'000'000});
  EXPECT_EQ(2_ms - 1_ns, Picoseconds{1'999'999'000});
  EXPECT_EQ(40_Gbps, BitsPerSecond{40'000'000'000});
  EXPECT_EQ(64_KiB, Bytes{65'536});
}

TEST(Units, AKilowattHourIsThreePointSixMegajoules) {
  EXPECT_DOUBLE_EQ((Watts{1'000} * Picoseconds{3'600'000'000'000'000}).kwh(), 1.0);
}

TEST(WireTime, IsExactWhereItDividesAndRoundsUpWhereNot) {
  EXPECT_EQ(wire_time(1000_B, 40_Gbps), 200_ns);
  EXPECT_EQ(wire_time(64_B, 100_Gbps), Picoseconds{5'120});
  EXPECT_EQ(wire_time(1_B, 3_Gbps), Picoseconds{2'667});
  EXPECT_EQ(wire_time(0_B, 3_Gbps), Picoseconds{0});
}

RC_GTEST_PROP(WireTime, NeverCarriesMoreThanTheRateAllows, ()) {
  const Bytes size{*rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000)};
  const BitsPerSecond rate{*rc::gen::inRange<std::int64_t>(1'000'000, 10'000'000'000'000)};
  const __int128 bits = static_cast<__int128>(size.v) * 8, second = 1'000'000'000'000;
  const __int128 carried = static_cast<__int128>(wire_time(size, rate).v) * rate.v;  // in bit-picoseconds
  RC_ASSERT(carried >= bits * second);
  RC_ASSERT(carried - rate.v < bits * second);
}

}  // namespace
}  // namespace ebb::inline base
