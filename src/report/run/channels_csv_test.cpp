#include "report/run/channels_csv.hpp"

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

TEST(ChannelsCsv, TellsNamesAndRatesOfNetworksThatHaveSome) {
  Star star;
  star.hosts = 2;
  Network network = star.build(Cables{});
  network.labels.switches = {"leaf, left"}, network.labels.hosts = {"web", "db"};
  network.labels.ports = {"eth1", "", "", ""};
  network.classes.push_back(network.classes[0]);
  network.classes.back().rate = 100_Gbps;
  network.link_class[1] = network.link_class[3] = static_cast<std::uint8_t>(network.classes.size() - 1);
  ChannelResult channel;
  channel.time_in.resize(2);
  const std::string csv =
      channels_csv(network, std::vector<ChannelResult>(network.channels(), channel), {40_Gbps}, 1_us);
  EXPECT_THAT(
      csv, testing::HasSubstr("kind,port,to_port,rate_gbps,busy_ps,bytes,utilisation,at_full_rate_ps\r\n"));
  EXPECT_THAT(csv, testing::HasSubstr("0,\"leaf, left\",web,to host,eth1,,40,0,0,0,"));
  EXPECT_THAT(csv, testing::HasSubstr("3,db,\"leaf, left\",from host,,1,100,"));
}

}  // namespace
}  // namespace ebb::inline report
