#include <gmock/gmock.h>

#include "report/network/network_export.hpp"
#include "topology/complete.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr, testing::Not;

/// Four switches, each cabled to each other one, with two hosts each.
Network small_network() {
  Complete topology;
  topology.switches = 4, topology.hosts_per_switch = 2;
  return topology.build(Cables{});
}

TEST(MininetScript, KeepsTheNamesThatMininetCanTake) {
  Network network = small_network();
  network.labels.switches = {"leaf1", "leaf-sw.12", "leaf-sw.123",
                             "spine 2"};  // "leaf-sw.123-eth5" is too long
  network.labels.hosts = {"alice", "bob", "s3", "eth0", "", "h4", "", ""};
  const std::string script = mininet_script(network, "mine");
  for (const char* line :
       {"addSwitch('leaf1', dpid='1', label='leaf1')\n", "addSwitch('leaf-sw.12', dpid='2'",
        "addSwitch('s2', dpid='3', label='leaf-sw.123')  # leaf-sw.123\n",
        "addSwitch('s3s', dpid='4', label='spine 2')  # spine 2\n",  // a host is called s3
        "addHost('alice', label='alice')\n", "addHost('h3', label='eth0')  # eth0\n",
        "addHost('h4h', label='host 4')  # host 4\n",
        "addLink('leaf1', 'alice', port1=", "addLink('leaf1', 'leaf-sw.12', port1="})
    EXPECT_THAT(script, HasSubstr(line));
}

TEST(MininetScript, GeneratedNetworksHaveNumbers) {
  const std::string script = mininet_script(small_network(), "mine");
  EXPECT_THAT(script, HasSubstr("addSwitch('s0', dpid='1', label='switch 0')"));
  EXPECT_THAT(script, HasSubstr("addHost('h7', label='host 7')"));
}

/// Python treats a carriage return as the end of a line, and so of a comment.
TEST(MininetScript, ANameCannotEndItsComment) {
  Network network = small_network();
  network.labels.switches = {"a\rimport os", "b\nimport os", "c'\\", "d"};
  const std::string script = mininet_script(network, "mine\rimport os");
  EXPECT_THAT(script, Not(HasSubstr("\rimport")));
  EXPECT_THAT(script, Not(HasSubstr("\nimport os")));
  EXPECT_THAT(script, HasSubstr("label='a\\x0dimport os')  # a import os\n"));
  EXPECT_THAT(script, HasSubstr("label='c\\'\\\\')"));
}

}  // namespace
}  // namespace ebb::inline report
