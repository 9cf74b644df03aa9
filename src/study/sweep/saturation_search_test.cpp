#include "study/sweep/saturation_search.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "study/sweep/known_runs.hpp"

namespace ebb::inline study {
namespace {

/// Runs the search against a network that saturates at `limit`; returns how many loads were tried.
int search(SaturationSearch& s, double limit) {
  int runs = 0;
  const auto at_most = static_cast<int>(s.runs_left());
  while (const auto load = s.next()) {
    s.tell(*load < limit ? Steadiness::steady : Steadiness::saturated);
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
    s.tell(*load < 0.62 ? Steadiness::steady : Steadiness::saturated);
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

/// Runs from `open_from` to `open_to` are undecided; below them runs are steady, above them saturated.
void search_with_gap(SaturationSearch& s, double open_from, double open_to) {
  for (int runs = 0; const auto load = s.next(); ++runs) {
    ASSERT_LT(runs, 24);
    s.tell(*load < open_from ? Steadiness::steady
           : *load > open_to ? Steadiness::saturated
                             : Steadiness::undecided);
  }
  EXPECT_EQ(s.runs_left(), 0u);
}

TEST(SaturationSearch, TakesARunThatShowsNothingForNeither) {
  SaturationSearch s({.from = 0.1, .to = 0.9, .precision = 0.1});
  search_with_gap(s, 0.35, 0.75);
  EXPECT_DOUBLE_EQ(*s.steady(), 0.3);
  EXPECT_DOUBLE_EQ(*s.undecided(), 0.4);
  EXPECT_DOUBLE_EQ(*s.saturated(), 0.8);
}

TEST(SaturationSearch, SaysNothingOfALimitWhenNoRunShowsAnything) {
  SaturationSearch s({.from = 0.1, .to = 0.9, .precision = 0.1});
  search_with_gap(s, 0, 2);
  EXPECT_FALSE(s.steady());
  EXPECT_FALSE(s.saturated());
  EXPECT_DOUBLE_EQ(*s.undecided(), 0.1);
}

TEST(SaturationSearch, ForgetsAnUndecidedRunThatOthersDecide) {
  for (const Steadiness other : {Steadiness::steady, Steadiness::saturated}) {
    SaturationSearch s({.from = 0.1, .to = 0.9, .precision = 0.1});
    EXPECT_DOUBLE_EQ(*s.next(), 0.5);
    s.tell(Steadiness::undecided);
    while (s.next()) s.tell(other);
    EXPECT_FALSE(s.undecided()) << "with one more above it, or below, it is enclosed no more";
  }
}

RC_GTEST_PROP(SaturationSearch, NeverCallsALoadSaturatedThatIsUndecided, ()) {
  const double from = *rc::gen::inRange(0, 1100) / 1000.0, to = from + *rc::gen::inRange(0, 600) / 1000.0;
  SaturationSearch s({.from = 0.1, .to = 1, .precision = *rc::gen::inRange(10, 300) / 1000.0});
  search_with_gap(s, from, to);
  if (s.steady()) RC_ASSERT(*s.steady() < from);
  if (s.saturated()) RC_ASSERT(*s.saturated() > to);
  if (s.undecided()) RC_ASSERT(*s.undecided() >= from && *s.undecided() <= to);
}

TEST(KnownRun, ThatEndedUndecidedShowsAtMostThatItsLoadIsSteady) {
  EXPECT_EQ((KnownRun{"undecided", 0.5, 0.498}.shows()), Steadiness::steady);
  EXPECT_EQ((KnownRun{"undecided", 0.5, 0.3}.shows()), Steadiness::undecided);
  EXPECT_EQ((KnownRun{"undecided", 0.5, 0.498, 0.003}.shows()), Steadiness::steady);
  EXPECT_EQ((KnownRun{"undecided", 0.5, 0.498, 0.001}.shows()), Steadiness::undecided);
  EXPECT_EQ((KnownRun{"saturated", 0.5, 0.4999}.shows()), Steadiness::saturated);
  EXPECT_EQ((KnownRun{"steady", 0.5, 0.48}.shows()), Steadiness::steady);
  EXPECT_EQ((KnownRun{"finished", 0.5, 0.3}.shows()), Steadiness::steady);
}

}  // namespace
}  // namespace ebb::inline study
