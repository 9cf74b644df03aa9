#include "app/trees_command.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "app/said_testing.hpp"
#include "app/trees_tables.hpp"
#include "base/folder_testing.hpp"
#include "topology/complete.hpp"

namespace ebb::inline app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TreesCommand, PrintsKoibuchisSixVlansAndTheirPorts) {
  const Said said = ebb({"trees", "examples/trees-koibuchi.toml", "--switch", "s2"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("s0-s2 s1-s2 s2-s3 s2-s4 s2-s5"));
  EXPECT_THAT(said.out, HasSubstr("s2         1  h22          4  -       2 3 4 5 6 7"));
  EXPECT_THAT(said.out, Not(HasSubstr("s1         1")));
}

TEST(TreesCommand, RefusesMoreVlansThanASwitchHolds) {
  const Said said = ebb({"trees", "examples/trees-koibuchi.toml", "--set", "trees.most_vlans=5"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("need 6 VLANs, but a switch holds 5"));
}

TEST(TreesCommand, TakesPathsOfOnesOwn) {
  const Said said = ebb({"trees", "examples/trees-own-paths.toml"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  // All four trees are the line s2-s1-s0-s3, in one VLAN.
  EXPECT_THAT(said.out, HasSubstr("VLANs used                                   1"));
  EXPECT_THAT(said.out, HasSubstr("s0 s1 s2 s3  s0-s1 s0-s3 s1-s2\n"));
  EXPECT_THAT(said.out, HasSubstr("circle of waits with pause frames         none"));
  const Said off = ebb({"trees", "examples/trees-own-paths.toml", "--set", "trees.off=[\"s0-s1\"]"});
  EXPECT_EQ(off.exit_code, bad_input);
  EXPECT_THAT(off.err, HasSubstr("examples/trees-own-paths.csv:2: all links are off between s0 and s1"));
  EXPECT_THAT(off.err, Not(HasSubstr("trees: examples")));
}

TEST(TreesCommand, WritesCommandsForLinuxBridges) {
  const Said said = ebb({"trees", "examples/lab-complete.toml", "--bridge", "--switch", "s0"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p0 vid 2 pvid untagged\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p0 vid 3 untagged\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p2 vid 3\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge link set dev s0-p0 learning off flood off\n"));
  // In s0's own VLAN each host is behind one port: its own, or that of its switch.
  EXPECT_THAT(said.out, HasSubstr("bridge fdb add 02:00:00:00:00:00 dev s0-p0 vlan 2 master static\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge fdb add 02:00:00:00:00:02 dev s0-p2 vlan 2 master static\n"));
}

/// Follows the registered addresses from bridge to bridge, and looks that every port is a member of the VLAN.
TEST(TreesCommand, CommandsForLinuxBridgesLeadBetweenAllHosts) {
  Complete complete;
  complete.switches = 4, complete.hosts_per_switch = 2, complete.links = 2;
  const Network network = complete.build(Cables{});
  const Said said = ebb({"trees", "examples/lab-complete.toml", "--bridge", "--set", "topology.links=2"});
  ASSERT_EQ(said.exit_code, succeeded) << said.err;
  std::map<std::string, std::string> port_of;  // by bridge, VLAN and address
  std::map<std::string, std::string> pvid;     // by device
  std::set<std::string> members;               // device and VLAN
  std::istringstream in(said.out);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::vector<std::string> w{std::istream_iterator<std::string>(words), {}};
    if (w[1] == "vlan" && w[2] == "add") members.insert(w[4] + " " + w[6]);
    if (w[1] == "vlan" && w.back() == "untagged" && w[7] == "pvid") pvid[w[4]] = w[6];
    if (w[1] != "fdb") continue;
    const std::string key = w[5].substr(0, w[5].find('-')) + " " + w[7] + " " + w[3];
    EXPECT_TRUE(port_of.emplace(key, w[5]).second) << "twice: " << line;
  }
  const auto device = [&](PortId p) {
    return fmt::format("s{}-p{}", network.owner[p], p - network.first_port[network.owner[p]]);
  };
  std::map<std::string, PortId> by_name;
  for (PortId p = 0; p < network.switch_ports(); ++p) by_name[device(p)] = p;
  for (HostId from = 0; from < network.hosts; ++from)
    for (HostId to = 0; to < network.hosts; ++to) {
      if (from == to) continue;
      PortId at = network.peer[network.host_port(from)];
      const std::string vlan = pvid.at(device(at)), mac = fmt::format("02:00:00:00:00:{:02x}", to);
      for (int hops = 0; !network.is_host_port(at); ++hops) {
        ASSERT_LT(hops, 3) << from << " to " << to;
        ASSERT_TRUE(members.count(device(at) + " " + vlan)) << device(at);
        const std::string out = port_of.at(fmt::format("s{} {} {}", network.owner[at], vlan, mac));
        ASSERT_TRUE(members.count(out + " " + vlan)) << out;
        at = network.peer[by_name.at(out)];
      }
      EXPECT_EQ(network.host_at(at), to);
    }
}

TEST(TreesCommand, OffAnswersTheSameQuestionOfATrace) {
  const std::vector<const char*> question{"examples/trees-koibuchi.toml", "--trace",
                                          "examples/search-64.ebbtrace", "--peak", "1MB"};
  const auto asked_of = [&](const char* command, std::vector<const char*> words) {
    words.insert(words.begin(), command);
    return ebb(words);
  };
  const Said trees = asked_of("trees", question), off = asked_of("off", question);
  EXPECT_EQ(off.exit_code, succeeded) << off.err;
  EXPECT_THAT(off.out, HasSubstr("s0-s1"));
  EXPECT_EQ(off.out, trees.out);
  const Said neither = ebb({"off", "examples/trees-koibuchi.toml"});
  EXPECT_EQ(neither.exit_code, bad_input);
  EXPECT_THAT(neither.err, HasSubstr("--demand, or a trace with --trace and --peak"));
}

}  // namespace
}  // namespace ebb::inline app
