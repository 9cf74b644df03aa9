// Every set of channels that the switches may leave on: packets arrive and cannot deadlock.
#include <gtest/gtest.h>

#include "power/policy/link_needs.hpp"
#include "routing/check/dependency_check.hpp"
#include "routing/graph/shutdown_paths.hpp"
#include "routing/networks_testing.hpp"
#include "topology/irregular.hpp"

namespace ebb::inline routing {
namespace {

/// The routing while some channels are off, by channel: what route() may choose then.
struct WithSomeOff {
  const ShutdownPaths& all;
  const Network& network;
  const std::vector<std::uint8_t>& on;

  int vcs() const { return all.vcs(); }
  bool waits_for(Hop hop) const { return all.waits_for(hop); }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    all.options(here, packet, [&](Hop hop, const Route& next) {
      if (on[network.first_port[here] + hop.port]) each(hop, next);
    });
  }
};

struct Sets {
  Network network;
  ShutdownPaths routing;
  std::unique_ptr<LinkStages> stages;
  std::vector<NextHopTable> tables;  ///< of each switch

  explicit Sets(Network net) : network(std::move(net)) {
    routing.detours = DetourPaths::cycle;
    EXPECT_TRUE(routing.check(network).empty());
    routing.prepare(network);
    stages = routing.make_stages(network);
    for (SwitchId s = 0; s < network.switches(); ++s) {
      NextHopTable& table = tables.emplace_back(network.ports_of(s));
      for (std::uint16_t port = 0; port < table.ports; ++port)
        table.is_link[port] = stages->place(s, port).stage > 0;
      stages->each_destination(s, [&](SwitchId to, std::span<const std::uint16_t> by) { table.add(to, by); });
    }
  }

  /// Says whether each switch keeps what its decision requires.
  bool can_be_on(const std::vector<std::uint8_t>& on) const {
    for (SwitchId s = 0; s < network.switches(); ++s)
      if (!reaches_all(tables[s], std::span(on).subspan(network.first_port[s], tables[s].ports)))
        return false;
    return true;
  }
  DependencyReport check(const std::vector<std::uint8_t>& on) const {
    return check_dependencies(WithSomeOff{routing, network, on}, network, {});
  }
  /// What the switches decide by themselves, from loads at random.
  std::vector<std::uint8_t> decided(Random& random, double most_load) const {
    std::vector<std::uint8_t> on(network.switch_ports(), 1);
    for (SwitchId s = 0; s < network.switches(); ++s) {
      SwitchLinks links{&tables[s], {}, std::vector<std::uint8_t>(tables[s].ports, 1)};
      for (std::uint16_t port = 0; port < tables[s].ports; ++port)
        links.load.push_back(random.unit() * most_load);
      const std::vector<LinkNeed> needs = choose_links(links, {});
      for (std::uint16_t port = 0; port < tables[s].ports; ++port)
        if (tables[s].is_link[port]) on[network.first_port[s] + port] = needs[port] != LinkNeed::none;
    }
    return on;
  }
  std::size_t links_on(const std::vector<std::uint8_t>& on) const {
    std::size_t count = 0;
    for (PortId port = 0; port < network.switch_ports(); ++port)
      count += on[port] && !network.is_host_port(network.peer[port]);
    return count;
  }
};

Network cluster() {
  Irregular topology;
  topology.switches = 15, topology.degree = 4, topology.hosts_per_switch = 1;
  return topology.build({});
}

TEST(ShutdownSets, EverySetOfChannelsOfASmallNetworkIsFreeOfDeadlock) {
  const Sets sets(graph_network(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}));
  std::vector<PortId> channels;
  for (PortId port = 0; port < sets.network.switch_ports(); ++port)
    if (!sets.network.is_host_port(sets.network.peer[port])) channels.push_back(port);
  ASSERT_EQ(channels.size(), 10u);
  int possible = 0;
  std::size_t fewest = channels.size();
  for (unsigned set = 0; set < 1u << channels.size(); ++set) {
    std::vector<std::uint8_t> on(sets.network.switch_ports(), 1);
    for (std::size_t i = 0; i < channels.size(); ++i) on[channels[i]] = set >> i & 1;
    if (!sets.can_be_on(on)) continue;
    ++possible, fewest = std::min(fewest, sets.links_on(on));
    const DependencyReport report = sets.check(on);
    ASSERT_TRUE(report.complete() && report.clean()) << "set " << set;
  }
  EXPECT_GE(possible, 64);  // any others beside the four channels of the cycle
  EXPECT_EQ(fewest, 4u);
}

TEST(ShutdownSets, SetsOfKimsClusterAreFreeOfDeadlock) {
  const Sets sets(cluster());
  Random random(1, routing_stream);
  std::size_t fewest = SIZE_MAX, most = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<std::uint8_t> on = sets.decided(random, 0.01 * trial);
    ASSERT_TRUE(sets.can_be_on(on));
    fewest = std::min(fewest, sets.links_on(on)), most = std::max(most, sets.links_on(on));
    const DependencyReport report = sets.check(on);
    ASSERT_TRUE(report.complete() && report.clean()) << "trial " << trial;
  }
  EXPECT_EQ(fewest, 15u);  // of 60 channels: one of each switch
  EXPECT_GT(most, 40u);
}

TEST(ShutdownSets, ADestinationThatNoChannelLeadsToIsFound) {
  const Sets sets(graph_network(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}));
  std::vector<std::uint8_t> on(sets.network.switch_ports(), 1);
  for (PortId port = sets.network.first_port[1]; port < sets.network.first_port[2]; ++port)
    on[port] = sets.network.is_host_port(sets.network.peer[port]);
  EXPECT_FALSE(sets.can_be_on(on));
  EXPECT_FALSE(sets.check(on).clean());
}

}  // namespace
}  // namespace ebb::inline routing
