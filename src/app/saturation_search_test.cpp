#include "app/saturation_search.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ebb {
namespace {

/// Runs the search against a network that saturates at `limit`; returns how many loads were tried.
int search(SaturationSearch& s, double limit) {
  int runs = 0;
  const auto at_most = static_cast<int>(s.runs_left());
  while (const auto load = s.next()) {
    s.tell(*load < limit);
    ++runs;
  }
  EXPECT_TRUE(runs == at_most || runs == at_most - 1) << runs << " of " << at_most;
  EXPECT_EQ(s.runs_left(), 0u);
  return runs;
}

TEST(SaturationSearch, FindsTheTwoLoadsThatEnclosesTheLimit) {
  SaturationSearch s({.from = 0.1, .to = 0.9, .precision = 0.1});  // 0.1, 0.2, … 0.9
  EXPECT_LE(search(s, 0.55), 4);
  EXPECT_DOUBLE_EQ(*s.steady(), 0.5);
  EXPECT_DOUBLE_EQ(*s.saturated(), 0.6);
}

TEST(SaturationSearch, SaysWhenTheLimitIsOutside) {
  SaturationSearch above({.from = 0.1, .to = 0.5, .precision = 0.1}),
      below({.from = 0.1, .to = 0.5, .precision = 0.1});
  search(above, 0.7), search(below, 0.05);
  EXPECT_DOUBLE_EQ(*above.steady(), 0.5);
  EXPECT_FALSE(above.saturated());
  EXPECT_DOUBLE_EQ(*below.saturated(), 0.1);
  EXPECT_FALSE(below.steady());
}

TEST(SaturationSearch, TriesLoadsThatAPersonWouldWrite) {
  SaturationSearch s({.from = 0.05, .to = 1, .precision = 0.05});
  while (const auto load = s.next()) {
    EXPECT_EQ(fmt::format("{}", *load).size() <= 4, true) << fmt::format("{}", *load);
    s.tell(*load < 0.62);
  }
}

RC_GTEST_PROP(SaturationSearch, AlwaysEnclosesTheLimitAsPreciselyAsAsked, ()) {
  const double from = *rc::gen::inRange(1, 400) / 1000.0, to = *rc::gen::inRange(500, 1001) / 1000.0;
  const double precision = *rc::gen::inRange(1, 300) / 1000.0, limit = *rc::gen::inRange(0, 1100) / 1000.0;
  SaturationSearch s({.from = from, .to = to, .precision = precision});
  RC_ASSERT(search(s, limit) <= 12);
  if (s.steady()) RC_ASSERT(*s.steady() < limit);
  if (s.saturated()) RC_ASSERT(*s.saturated() >= limit);
  if (s.steady() && s.saturated()) RC_ASSERT(*s.saturated() - *s.steady() <= precision + 1e-6);
  if (!s.steady()) RC_ASSERT(limit <= from + 1e-9);
  if (!s.saturated()) RC_ASSERT(limit > to - 1e-9);
}

}  // namespace
}  // namespace ebb
