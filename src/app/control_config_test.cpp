#include "app/control_config.hpp"

#include <gtest/gtest.h>

namespace ebb {
namespace {

Problems problems_of(const ControlConfig& config) { return config.check(); }

TEST(ControlConfig, DefaultsAreTheFoundingPapers) {
  const ControlConfig config;
  EXPECT_TRUE(problems_of(config).empty());
  EXPECT_EQ(config.rates.front(), BitsPerSecond{2'500'000'000});
  EXPECT_EQ(config.epoch, 10_us);
  EXPECT_EQ(config.reactivation, 1_us);
}

TEST(ControlConfig, RefusesALadderOutOfOrder) {
  ControlConfig config;
  config.rates = {10_Gbps, 5_Gbps, 40_Gbps};
  ASSERT_EQ(problems_of(config).size(), 1u);
  EXPECT_EQ(problems_of(config)[0].where, "rates");
}

TEST(ControlConfig, RefusesAnEpochNoLongerThanItsReactivation) {
  ControlConfig config;
  config.epoch = config.reactivation = 1_us;
  ASSERT_EQ(problems_of(config).size(), 1u);
  EXPECT_EQ(problems_of(config)[0].where, "epoch");
}

TEST(ControlConfig, RefusesNegativeTimesAndSingleRates) {
  ControlConfig config;
  config.rates = {40_Gbps};
  config.reactivation = {-1};
  config.epoch = {0};
  EXPECT_EQ(problems_of(config).size(), 3u);
}

}  // namespace
}  // namespace ebb
