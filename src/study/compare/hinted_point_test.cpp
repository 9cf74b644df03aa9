#include "study/compare/hinted_point.hpp"

#include <gtest/gtest.h>

#include "study/compare/kind_power.hpp"

namespace ebb::inline study {
namespace {

StoredRun with(std::vector<NamedFigure> figures) {
  StoredRun run;
  run.figures = std::move(figures);
  return run;
}

StoredRun full_run() {
  return with({{"gaps.rail.1us.asleep_percent", 75.0},
               {"gaps.rail.10us.asleep_percent", 50.0},
               {"gaps.to_host.10us.asleep_percent", 25.0}});
}

/// Two rails of 2.5 Gb/s for 10 ps: half of the time off. One channel to a host of 15 Gb/s, always on.
const SeedGroup one_run{with({{"rates_by_kind.rail.rates.rate_gbps_0.time_ps", 10.0},
                              {"rates_by_kind.rail.rates.rate_gbps_0.changing_ps", 0.0},
                              {"rates_by_kind.rail.rates.rate_gbps_2_5.time_ps", 9.0},
                              {"rates_by_kind.rail.rates.rate_gbps_2_5.changing_ps", 1.0},
                              {"rates_by_kind.rail.rates.rate_gbps_2_5.time_percent", 45.0},
                              {"rates_by_kind.to_host.rates.rate_gbps_15.time_ps", 10.0}})};

TEST(KindPower, IsRateTimesTime) {
  const auto powers = kind_powers(one_run[0]);
  ASSERT_EQ(powers.size(), 2u);
  EXPECT_EQ(powers[0].kind, "rail");
  EXPECT_DOUBLE_EQ(powers[0].used, 25);
  EXPECT_DOUBLE_EQ(powers[0].at_full, 50);
  EXPECT_FALSE(powers[0].of_hosts);
  EXPECT_DOUBLE_EQ(powers[1].at_full, 150);
  EXPECT_TRUE(powers[1].of_hosts);
  EXPECT_TRUE(kind_powers(full_run()).empty());
}

TEST(HintedPoint, SleepsInEveryGapThatIsLongEnough) {
  const auto point = hinted_point(full_run(), 10_us, one_run);
  ASSERT_TRUE(point);
  EXPECT_DOUBLE_EQ(*point->job_energy_between_switches, 0.5);
  EXPECT_DOUBLE_EQ(*point->job_energy, (50 * 0.5 + 150 * 0.75) / 200);
  EXPECT_EQ(point->run_time_increase, 0);
}

TEST(HintedPoint, TakesTheNextClassForOtherWakeTimes) {
  EXPECT_DOUBLE_EQ(*hinted_point(full_run(), 2_us, one_run)->job_energy_between_switches, 0.5);
  EXPECT_DOUBLE_EQ(*hinted_point(full_run(), 1_us, one_run)->job_energy_between_switches, 0.25);
  EXPECT_DOUBLE_EQ(*hinted_point(full_run(), 1'000_ms, one_run)->job_energy, 1) << "no gap is as long";
}

TEST(HintedPoint, NeedsGapsAndAnOffState) {
  EXPECT_FALSE(hinted_point(full_run(), 0_us, one_run));
  EXPECT_FALSE(hinted_point(one_run[0], 10_us, one_run));
  EXPECT_FALSE(hinted_point(full_run(), 10_us, {full_run()}));
}

}  // namespace
}  // namespace ebb::inline study
