#include "power/policy/link_needs.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace ebb::inline power {
namespace {

using Needs = std::vector<LinkNeed>;
constexpr auto none = LinkNeed::none, busy = LinkNeed::busy, connects = LinkNeed::connects,
               replaces = LinkNeed::replaces;

/// Port 0 is a host's; 1, 2 and 3 are links.
NextHopTable table(const std::vector<NextHopTable::NextHops>& hops) {
  NextHopTable out(4);
  out.is_link = {0, 1, 1, 1};
  for (const NextHopTable::NextHops& one : hops) out.add(one.to, one.by);
  return out;
}

SwitchLinks links(const NextHopTable& hops, std::vector<double> load,
                  std::vector<std::uint8_t> up = {0, 1, 1, 1}) {
  return {&hops, std::move(load), std::move(up)};
}

TEST(LinkNeeds, QuietSwitchKeepsTheLinkThatReachesMost) {
  const NextHopTable hops = table({{7, {1, 2}}, {8, {2, 3}}, {9, {1, 2, 3}}});
  EXPECT_EQ(choose_links(links(hops, {0, 0.1, 0.1, 0.1}), {0.5, 0.05}), (Needs{none, none, connects, none}));
}

TEST(LinkNeeds, BusyDestinationKeepsAllItsLinksAndOthersAreStillReached) {
  // Usage of 7 is 0.6, of 8 0.35.
  const NextHopTable hops = table({{7, {1, 2}}, {8, {3}}});
  EXPECT_EQ(choose_links(links(hops, {0, 0.3, 0.3, 0.35}), {0.5, 0.05}), (Needs{none, busy, busy, connects}));
}

TEST(LinkNeeds, WhenAllDestinationsAreBusyOnlyIdleLinksGoOff) {
  const NextHopTable hops = table({{7, {1, 2, 3}}, {8, {1, 2, 3}}});
  EXPECT_EQ(choose_links(links(hops, {0, 0.4, 0.4, 0.01}), {0.5, 0.05}), (Needs{none, busy, busy, none}));
  // One that is off has no load to judge it by: it comes on.
  EXPECT_EQ(choose_links(links(hops, {0, 0.4, 0.4, 0}, {0, 1, 1, 0}), {0.5, 0.05}),
            (Needs{none, busy, busy, busy}));
  // An idle link stays if it is the only one of a destination.
  const NextHopTable only = table({{7, {1, 2, 3}}, {8, {3}}});
  EXPECT_EQ(choose_links(links(only, {0, 0.4, 0.4, 0.01}), {0.005, 0.05}),
            (Needs{none, busy, busy, connects}));
}

TEST(LinkNeeds, EachPhaseOfAPacketCountsButTheUsageIsTheDestinations) {
  // To 7 by port 1 or 2, but a packet that came down goes on by port 2 alone.
  const NextHopTable hops = table({{7, {1, 2}}, {7, {2}}, {8, {1}}});
  EXPECT_EQ(choose_links(links(hops, {0, 0, 0, 0}), {0.5, 0.05}), (Needs{none, connects, connects, none}));
}

TEST(LinkNeeds, LinksThatNeverGoOffReachTheirDestinations) {
  NextHopTable hops = table({{7, {1, 2}}, {8, {2, 3}}});
  hops.is_link[2] = 0;
  EXPECT_EQ(choose_links(links(hops, {0, 0.1, 0.1, 0.1}), {0.5, 0.05}), (Needs{none, none, none, none}));
  EXPECT_EQ(choose_links(links(hops, {0, 0.3, 0.3, 0}), {0.5, 0.05}), (Needs{none, busy, none, none}));
}

TEST(LinkNeeds, NoLinkGoesOffBeforeThoseThatStayAreUp) {
  const NextHopTable hops = table({{7, {1, 2}}, {8, {2, 3}}});
  EXPECT_EQ(choose_links(links(hops, {0, 0, 0, 0}, {0, 1, 0, 1}), {0.5, 0.05}),
            (Needs{none, replaces, connects, replaces}));
}

/// Whatever the loads and the order of evaluations: a switch that turns links off one at a time, each by its
/// own evaluation, and wakes others late, always has a link up for every destination.
TEST(LinkNeeds, EveryDestinationHasALinkAtEveryMoment) {
  Random random(1, 0);
  for (int trial = 0; trial < 200; ++trial) {
    const auto ports = static_cast<std::uint16_t>(2 + random.below(6));
    NextHopTable hops(ports);
    std::fill(hops.is_link.begin(), hops.is_link.end(), 1);
    for (std::uint32_t to = 0; to < 8; ++to) {
      std::vector<std::uint16_t> by;
      for (std::uint16_t port = 0; port < ports; ++port)
        if (random.below(2)) by.push_back(port);
      if (!by.empty()) hops.add(to / 2, by);
    }
    std::vector<std::uint8_t> up(ports, 1);
    for (int step = 0; step < 100; ++step) {
      std::vector<double> load(ports);
      for (std::uint16_t port = 0; port < ports; ++port)
        load[port] = up[port] ? static_cast<double>(random.below(100)) / 100 : 0;
      const Needs needs = choose_links({&hops, load, up}, {0.4, 0.1});
      const auto asked = static_cast<std::uint16_t>(random.below(ports));
      if (needs[asked] == LinkNeed::none) up[asked] = 0;
      if (needs[asked] != LinkNeed::none && random.below(2)) up[asked] = 1;  // else it is still waking
      ASSERT_TRUE(reaches_all(hops, up)) << "trial " << trial << ", step " << step;
    }
  }
}

}  // namespace
}  // namespace ebb::inline power
