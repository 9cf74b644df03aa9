// The parts of a lab that need no lab to be tested; the rest is in tests/lab_process_test.py.
#include <gmock/gmock.h>

#include <array>
#include <set>

#include "config/toml_file.hpp"
#include "fabric/lab/counters/lab_losses.hpp"
#include "fabric/lab/lab_hosts.hpp"
#include "fabric/lab/lab_trial.hpp"
#include "fabric/lab/lab_up.hpp"
#include "fabric/lab/round_times.hpp"
#include "fabric/lab/steady_pings.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/star.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::HasSubstr;

TEST(LabNames, RefusesNamesThatWouldLeadElsewhere) {
  EXPECT_TRUE(LabNames{"lab"}.check().empty());
  EXPECT_TRUE(LabNames{"two-labs-2"}.check().empty());
  for (const char* bad : {"", "..", "a/b", "A", "a.b", "-a", "a b", "a-name-that-is-too-long-for-it"})
    EXPECT_FALSE(LabNames{bad}.check().empty()) << bad;
}

TEST(LabNames, GivesEveryHostAnAddressOfItsOwn) {
  std::set<std::string> seen;
  for (HostId h = 0; h < 2000; ++h) EXPECT_TRUE(seen.insert(LabNames::ip(h)).second) << h;
  EXPECT_EQ(LabNames::ip(0), "10.86.0.2");
}

TEST(LabInventory, NamesEverySwitchAndPort) {
  Star star;
  star.hosts = 3;
  const auto root = parse_toml(lab_inventory({"lab"}, star.build({})), "inventory.toml");
  ASSERT_TRUE(root.ok()) << to_text(root.problems());
  const Node& first = root->find("switch")->items.at(0);
  EXPECT_EQ(first.find("name")->text, "s0");
  EXPECT_EQ(first.find("openflow")->text, "unix:/run/ebb-lab/lab/s0.mgmt");
  EXPECT_EQ(first.find("ports")->items.size(), 3u);
  EXPECT_EQ(first.find("ports")->items[2].text, "s0p2");
}

TEST(LabShaper, HasABucketOfFourMillisecondsAndTheBufferOfTheFullRate) {
  EXPECT_EQ(shaper_text({200'000'000}, {200'000'000}), "tbf rate 200000000bit burst 100000 limit 1250000");
  EXPECT_EQ(shaper_text({2'000'000}, {200'000'000}), "tbf rate 2000000bit burst 16000 limit 1250000");
  EXPECT_EQ(shaper_text({1'000'000}, {1'000'000}), "tbf rate 1000000bit burst 16000 limit 64000");
}

TEST(LabCounts, AreReadFromWhatOvsOfctlPrints) {
  const std::string dump = R"(OFPST_PORT reply (OF1.3) (xid=0x2): 3 ports
  port  2: rx pkts=15, bytes=630, drop=1, errs=0, frame=0, over=0, crc=0
           tx pkts=16, bytes=672, drop=2, errs=0, coll=0
           duration=10.1s
  port  1: rx pkts=7, bytes=294, drop=?, errs=0, frame=?, over=?, crc=?
           tx pkts=8, bytes=336, drop=?, errs=?, coll=?
  port LOCAL: rx pkts=99, bytes=1, drop=0, errs=0, frame=0, over=0, crc=0
           tx pkts=99, bytes=1, drop=0, errs=0, coll=0
)";
  const auto counts = parse_port_counts(dump, 2);
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0].received, 7u);
  EXPECT_EQ(counts[0].sent, 8u);
  EXPECT_EQ(counts[1].received, 15u);
  EXPECT_EQ(counts[1].sent, 16u);
  EXPECT_EQ(counts[1].dropped, 2u) << "what was received, but not by Linux itself, did reach the switch";
}

TEST(LabLosses, AreReadFromWhatLinuxCounts) {
  const std::string snmp =
      "Ip: Forwarding OutRequests\nIp: 1 70\nTcp: RtoMin ActiveOpens OutSegs RetransSegs\nTcp: 200 3 120 9\n"
      "TcpExt: SyncookiesSent TCPDSACKRecv TCPDSACKOfoRecv\nTcpExt: 0 7 1\n";
  LabLosses losses;
  EXPECT_TRUE(add_segments(snmp, losses));
  EXPECT_TRUE(add_segments(snmp, losses)) << "of a second host";
  EXPECT_EQ(losses.segments, 240u);
  EXPECT_EQ(losses.sent_again, 18u);
  EXPECT_EQ(losses.arrived_twice, 14u);
  EXPECT_FALSE(add_segments("Tcp: OutSegs\nTcp: 5\n", losses));
  EXPECT_FALSE(add_segments("", losses));
  const LabLosses later{300, 20, 15, 4, 2, 6}, before{240, 18, 14, 1, 2, 8};
  EXPECT_EQ(later.since(before).refused, 3u);
  EXPECT_EQ(later.since(before).sent_again, 2u);
  EXPECT_EQ(later.since(before).not_sent_on, -2) << "what was under way has arrived";
  EXPECT_EQ(queue_drops(R"([{"kind":"tbf","drops":3},{"kind":"noqueue"},{"kind":"tbf","drops":4}])"), 7u);
  EXPECT_EQ(queue_drops("[]"), 0u);
  EXPECT_EQ(queue_drops("Cannot open"), std::nullopt);
}

TEST(SteadyPings, CountsEachAnswerOnceAndNumbersThatBeginAgain) {
  AnsweredPings pings;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(pings.next(), i);
  for (const std::uint16_t number : std::array<std::uint16_t, 4>{0, 2, 2, 4}) pings.take(number);
  pings.take(77);  // it was never sent
  EXPECT_EQ(pings.count().sent, 5u);
  EXPECT_EQ(pings.count().lost, 2u);
  for (int i = 5; i < 65'536 + 2; ++i) pings.next();
  pings.take(1);  // the one after the numbers wrapped
  pings.take(65'535);
  EXPECT_EQ(pings.count().sent, 65'538u);
  EXPECT_EQ(pings.count().lost, 65'538u - 5);
}

TEST(RoundTimes, AreMeansOverTheRoundsThatEndedInATime) {
  const auto rounds = read_rounds(
      "round 0 10.000000 wrong 0\nsome words\nround 1 10.100000 wrong 0\nround 2 10.400000 wrong 3\nround 3 "
      "10.9");
  ASSERT_EQ(rounds.size(), 3u) << "the last line is not whole";
  EXPECT_EQ(rounds[2].wrong, 3);
  EXPECT_EQ(mean_round(rounds, 0, 11).rounds, 2u);
  EXPECT_NEAR(mean_round(rounds, 0, 11).ms, 200, 1e-6);
  EXPECT_NEAR(mean_round(rounds, 10.1, 10.4).ms, 300, 1e-6) << "the begin is outside, the end inside";
  EXPECT_EQ(mean_round(rounds, 11, 12).rounds, 0u);
}

TEST(LabCounts, OfAllPairsAddUpOnEveryCable) {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 3, butterfly.c = 2;
  const Network network = butterfly.build({});
  const auto routing = block_routing(network);
  const auto counts = frames_of_all_pairs({.network = network, .routing = *routing, .settings = {}});
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    if (network.is_host_port(network.peer[p])) {
      EXPECT_EQ(counts[p].received, 2 * (network.hosts - 1)) << "a request and a reply for every other host";
      EXPECT_EQ(counts[p].sent, 2 * (network.hosts - 1));
    } else {
      EXPECT_EQ(counts[p].sent, counts[network.peer[p]].received);
    }
  }
}

TEST(LabCounts, OfOtherProgramsAreToldFromOurs) {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 2, butterfly.c = 1;
  const Network network = butterfly.build({});  // one cable: port 1 of each switch; port 0 has the host
  const auto routing = block_routing(network);
  const auto ours = frames_of_all_pairs({.network = network, .routing = *routing, .settings = {}});
  const std::vector<PortCount> none(network.switch_ports());
  const PortId far = network.first_port[1];
  EXPECT_THAT(compare_counts(network, true, ours, none, ours).finding,
              HasSubstr("4 of 4 ports counted just"));
  std::vector<PortCount> more = ours;  // h0 sent three frames more, to h1
  more[0].received += 3, more[1].sent += 3, more[far + 1].received += 3, more[far].sent += 3;
  const LabFinding told = compare_counts(network, true, ours, none, more);
  EXPECT_TRUE(told.good) << told.finding;
  EXPECT_THAT(told.finding, HasSubstr("; 3 more came from other programs on h0"));
  more[far].sent = ours[far].sent - 1;
  EXPECT_FALSE(compare_counts(network, true, ours, none, more).good) << "one of ours is missing";
  std::vector<PortCount> copied = ours;
  ++copied[1].sent;
  EXPECT_FALSE(compare_counts(network, true, ours, none, copied).good) << "no host sent it";
}

TEST(LabCables, AFrameThatCrossesWhileSwitchesAreReadIsNotLost) {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 2, butterfly.c = 1;
  const Network network = butterfly.build({});  // one cable: port 1 of each switch
  const PortId there = network.first_port[1] + 1;
  std::vector<PortCount> none(network.switch_ports()), some = none, all = none;
  some[1].sent = 10, some[there].received = 9;  // s0 was read first, or the frame was lost
  all[1].sent = all[there].received = 10;
  EXPECT_TRUE(compare_ends(network, {none, none}, {some, all}).good) << "it came";
  EXPECT_TRUE(compare_ends(network, {none, none}, {all, all}).good);
  const LabFinding lost = compare_ends(network, {none, none}, {some, some});
  EXPECT_FALSE(lost.good);
  EXPECT_THAT(lost.finding, HasSubstr("1 of them not received; first seen at s0 port 2"));
}

}  // namespace
}  // namespace ebb::inline fabric
