#include "network/invariants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "routing/networks_testing.hpp"

namespace ebb::inline network {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BrokenInvariants, FindsNoneInASoundNetwork) {
  EXPECT_THAT(broken_invariants(ring_network(5)), IsEmpty());
}

TEST(BrokenInvariants, FindsAPortWhosePeerHasAnother) {
  Network net = ring_network(4);
  net.peer[0] = 1;
  EXPECT_THAT(broken_invariants(net),
              ElementsAre("every port is connected to one other port, and that one to it"));
  net.peer[0] = no_id;
  EXPECT_THAT(broken_invariants(net),
              ElementsAre("every port is connected to one other port, and that one to it"));
}

TEST(BrokenInvariants, FindsANetworkInPieces) {
  EXPECT_THAT(broken_invariants(graph_network(4, {{0, 1}, {2, 3}})),
              ElementsAre("every switch reaches every other"));
}

TEST(BrokenInvariants, FindsACableOfTwoClasses) {
  Network net = ring_network(3);
  net.link_class[1] = 7;
  EXPECT_THAT(broken_invariants(net), ElementsAre("both ends of a cable are of its class"));
}

TEST(BrokenInvariants, FindsHostsInTheWrongOrder) {
  Network net = ring_network(3);
  const PortId a = net.peer[net.host_port(0)], b = net.peer[net.host_port(1)];
  net.peer[net.host_port(0)] = b, net.peer[b] = net.host_port(0);
  net.peer[net.host_port(1)] = a, net.peer[a] = net.host_port(1);
  EXPECT_THAT(broken_invariants(net),
              ElementsAre("hosts are numbered in the order of their switches and ports"));
}

}  // namespace
}  // namespace ebb::inline network
