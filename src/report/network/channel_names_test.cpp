#include "report/network/channel_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "topology/complete.hpp"

namespace ebb::inline report {
namespace {

using testing::ElementsAre, testing::HasSubstr;

/// Four switches, each cabled to each other one, with two hosts each.
std::vector<ChannelEnds> small_network() {
  Complete topology;
  topology.switches = 4, topology.hosts_per_switch = 2;
  return ends_of_channels(topology.build(Cables{}));
}

const ChannelEnds& the_one(const std::vector<ChannelEnds>& all, std::string_view name) {
  const auto found = find_channels(name, all);
  EXPECT_TRUE(found && found->size() == 1) << name;
  return all[found->front()];
}

std::string refusal(std::string_view name) {
  const auto found = find_channels(name, small_network());
  return found ? "found" : found.problems()[0].what + " / " + found.problems()[0].hint;
}

TEST(ChannelNames, NameEveryChannelForGood) {
  const auto all = small_network();
  for (std::uint32_t c = 0; c < all.size(); ++c)
    EXPECT_THAT(*find_channels(channel_name(all[c]), all), ElementsAre(c)) << channel_name(all[c]);
}

/// The same with names, and one port that has one.
std::vector<ChannelEnds> named_network() {
  Complete topology;
  topology.switches = 4, topology.hosts_per_switch = 1;
  Network network = topology.build(Cables{});
  network.labels.switches = {"leaf 1", "leaf 2", "spine1", "spine2"};
  network.labels.hosts = {"web", "db", "x", "y"};
  network.labels.ports.resize(network.channels());
  network.labels.ports[network.first_port[1] + 2] = "eth3";
  return ends_of_channels(network);
}

TEST(ChannelNames, AreThoseOfTheNetworkWhereItHasSome) {
  const auto all = named_network();
  for (std::uint32_t c = 0; c < all.size(); ++c)
    EXPECT_THAT(*find_channels(channel_name(all[c]), all), ElementsAre(c)) << channel_name(all[c]);
  EXPECT_EQ(channel_name(the_one(all, "leaf 2:eth3")), "leaf 2:eth3 -> spine1");
  EXPECT_EQ(channel_name(the_one(all, "leaf 1 -> leaf 2")), "leaf 1:1 -> leaf 2");
  EXPECT_EQ(channel_name(the_one(all, "web")), "web -> leaf 1");
  EXPECT_EQ(channel_name(the_one(all, "switch 0 -> host 0")), "leaf 1:0 -> web");  // numbers work, too
  const auto unknown = find_channels("laef 1", all);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.problems()[0].hint,
              HasSubstr("did you mean \"leaf 1\"? for example: 17, \"leaf 1 -> "));
  const auto apart = find_channels("web -> db", all);
  ASSERT_FALSE(apart);
  EXPECT_EQ(apart.problems()[0].hint, "web leads to leaf 1");
}

TEST(ChannelNames, AreFoundByEitherEndOrBoth) {
  const auto all = small_network();
  EXPECT_EQ(channel_name(the_one(all, "host 5")), "host 5 -> switch 2");
  EXPECT_EQ(end_name(the_one(all, "-> host 5")), "host 5");
  EXPECT_EQ(begin_name(the_one(all, "Switch 1 port 0")), "switch 1 port 0");
  const ChannelEnds there = the_one(all, "switch 1 -> switch 3"), back = the_one(all, "switch 3->switch 1");
  EXPECT_EQ(all[there.back], back);
  EXPECT_EQ(find_channels("switch 1", all)->size(), 5u);
  EXPECT_EQ(find_channels("-> switch 1", all)->size(), 5u);
  EXPECT_THAT(*find_channels("7", all), ElementsAre(7u));
}

TEST(ChannelNames, ThatAreNearlyRightGetAHint) {
  EXPECT_THAT(refusal("swich 1"), HasSubstr("did you mean \"switch\"?"));
  EXPECT_THAT(refusal("switch 1 prt 2"), HasSubstr("did you mean \"port\"?"));
  EXPECT_THAT(refusal("switch 4"), HasSubstr("there is no switch 4 / this network has the switches 0 to 3"));
  EXPECT_THAT(refusal("host 8 -> switch 0"),
              HasSubstr("there is no host 8 / this network has the hosts 0 to 7"));
  EXPECT_THAT(refusal("switch 1 port 5"),
              HasSubstr("there is no switch 1 port 5 / switch 1 has the ports 0 to 4"));
  EXPECT_THAT(refusal("host 1 port 0"), HasSubstr("leave it out"));
  EXPECT_THAT(refusal("host 1 -> switch 3"),
              HasSubstr("no cable leads from host 1 to switch 3 / host 1 leads to switch 0"));
  EXPECT_THAT(refusal("20000"),
              HasSubstr("there is no channel 20000 / this network has the channels 0 to 27"));
  EXPECT_THAT(refusal("switch"), HasSubstr("does not say which switch"));
  EXPECT_THAT(refusal("switch 1 port"), HasSubstr("does not say which port"));
  EXPECT_THAT(refusal(" -> "), HasSubstr("names no channel"));
  EXPECT_THAT(refusal("x"), HasSubstr("for example"));
}

}  // namespace
}  // namespace ebb::inline report
