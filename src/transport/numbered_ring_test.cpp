#include "transport/numbered_ring.hpp"

#include <gtest/gtest.h>

namespace ebb::inline transport {
namespace {

/// A window of six entries moves on past 2^32, in a ring that began with four.
TEST(NumberedRing, KeepsWhatIsInUseAsItGrowsAndWrapsAround) {
  NumberedRing<std::uint32_t, 4> ring;
  std::uint32_t first = UINT32_MAX - 8, next = first;
  for (int step = 0; step < 30; ++step) {
    if (next - first == ring.capacity()) ring.grow(first, next);
    ring[next] = next;
    ++next;
    if (next - first > 6) ++first;
    for (std::uint32_t number = first; number != next; ++number) ASSERT_EQ(ring[number], number);
  }
  EXPECT_EQ(ring.capacity(), 8u);
  EXPECT_LT(next, 30u);  // past 2^32
}

}  // namespace
}  // namespace ebb::inline transport
