#include "report/channels_csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "topology/star.hpp"

namespace ebb::inline report {
namespace {

TEST(ChannelsCsv, NamesRatesByTheirDigits) {
  Star star;
  star.hosts = 2;
  const Network network = star.build(Cables{});
  ChannelResult channel;
  channel.time_in.resize(8);
  const std::string csv = channels_csv(network, std::vector<ChannelResult>(network.channels(), channel),
                                       {{0}, {700'000'000}, {2'500'000'000}, {40'000'000'000}}, 1_us);
  EXPECT_THAT(csv, testing::HasSubstr(",off_ps,at_0_7_gbps_ps,at_2_5_gbps_ps,at_40_gbps_ps,"
                                      "changing_0_7_gbps_ps,changing_2_5_gbps_ps,changing_40_gbps_ps\r\n"));
  EXPECT_THAT(csv, testing::HasSubstr("0,switch 0,host 0,to host,"));
  EXPECT_THAT(csv, testing::HasSubstr("2,host 0,switch 0,from host,"));
}

}  // namespace
}  // namespace ebb::inline report
