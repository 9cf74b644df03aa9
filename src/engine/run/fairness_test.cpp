#include "engine/run/fairness.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"

namespace ebb::inline engine {
namespace {

/// Four switches with two hosts each.
struct Fairness : testing::Test {
  const Network net = butterfly(2, 2, 3);
  std::vector<ChannelResult> channels = std::vector<ChannelResult>(net.channels());
};

TEST_F(Fairness, IsOneWhenAllSendTheSame) {
  for (HostId h = 0; h < net.hosts; ++h) channels[net.host_port(h)].bytes = 500;
  const auto fairness = fairness_of(net, channels);
  ASSERT_TRUE(fairness);
  EXPECT_EQ(fairness->switches, 4u);
  EXPECT_EQ(fairness->jain, 1);
  EXPECT_EQ(fairness->least, 1);
  EXPECT_EQ(fairness->most, 1);
}

TEST_F(Fairness, IsOneInNWhenOneSwitchSendsAll) {
  channels[net.host_port(0)].bytes = 7, channels[net.host_port(1)].bytes = 3;
  const auto fairness = fairness_of(net, channels);
  ASSERT_TRUE(fairness);
  EXPECT_EQ(fairness->jain, 0.25);
  EXPECT_EQ(fairness->least, 0);
  EXPECT_EQ(fairness->most, 4);
  EXPECT_EQ(fairness->sent, (std::vector<double>{10, 0, 0, 0}));
}

TEST_F(Fairness, IsUnknownWhereNothingWasSentOrChannelsAreNotToldApart) {
  EXPECT_FALSE(fairness_of(net, channels));
  EXPECT_FALSE(fairness_of(net, {}));
}

}  // namespace
}  // namespace ebb::inline engine
