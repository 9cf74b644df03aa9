#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "app/off/off_commands.hpp"
#include "app/output/said_testing.hpp"
#include "base/folder_testing.hpp"
#include "topology/complete.hpp"

namespace ebb::inline app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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

TEST(TreesCommand, NamesTheLineOfWhatIsWrong) {
  const TestFolder folder;
  const std::string network = "[topology]\nname = \"complete\"\nswitches = 3\n[trees]\n";
  const std::string file = folder.write("wrong.toml", network + "most_vlans = 2\n");
  EXPECT_THAT(ebb({"trees", file.c_str()}).err, HasSubstr(file + ":5:1: trees.most_vlans: 3 trees need 3"));
  folder.write("wrong.toml", network + "\noff = [\"s0-s9\"]\n");
  EXPECT_THAT(ebb({"trees", file.c_str()}).err, HasSubstr(file + ":6:1: trees.off: names \"s0-s9\""));
  folder.write("wrong.toml", network + "off = [\"s0-s1\", \"s0-s2\"]\n");
  EXPECT_THAT(ebb({"trees", file.c_str()}).err, HasSubstr(file + ":4:1: trees: path from s0 to s1: there"));
}

TEST(TreesCommand, TakesPathsOfOnesOwn) {
  const Said said = ebb({"trees", "examples/trees-own-paths.toml"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  // All four trees are the line s2-s1-s0-s3, in one VLAN.
  EXPECT_THAT(said.out, HasSubstr("VLANs used                                   1"));
  EXPECT_THAT(said.out, HasSubstr("s0 s1 s2 s3  s0-s1 s0-s3 s1-s2\n"));
  EXPECT_THAT(said.out, HasSubstr("deadlock cycle with pause frames          none"));
  const Said off = ebb({"trees", "examples/trees-own-paths.toml", "--set", "trees.off=[\"s0-s1\"]"});
  EXPECT_EQ(off.exit_code, bad_input);
  EXPECT_THAT(off.err, HasSubstr("examples/trees-own-paths.csv:2: all links are off between s0 and s1"));
  EXPECT_THAT(off.err, Not(HasSubstr("trees: examples")));
}

/// leaf1 and leaf2 have two links to each other that no path uses: all paths take the spine.
TEST(TreesCommand, ShowsTheNetworksOwnNamesAndTakesThem) {
  const TestFolder folder;
  folder.write(
      "net.txt",
      "leaf1 hosts=1\nleaf2 hosts=1\nspine hosts=1\nleaf1 leaf2\nleaf1 leaf2\nleaf1 spine\nleaf2 spine\n");
  folder.write("mine.csv",
               "leaf1,spine\nleaf1,spine,leaf2\nleaf2,spine\nleaf2,spine,leaf1\nspine,leaf1\n"
               "spine,leaf2\n");
  const std::string file = folder.write("net.toml",
                                        "[topology]\nname = \"graph\"\nfile = \"net.txt\"\n"
                                        "[trees]\npaths = \"up_down\"\nfile = \"mine.csv\"\n");
  const Said said = ebb({"trees", file.c_str()});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("links that are on                            4"));
  EXPECT_THAT(said.out, HasSubstr("links with paths                             2"));
  EXPECT_THAT(said.out, HasSubstr("leaf1 leaf2 spine  leaf1-spine leaf2-spine\n"));
  EXPECT_THAT(said.out, HasSubstr("mine.csv; [trees] paths is not used."));
  const Said off = ebb({"trees", file.c_str(), "--set", "trees.off=[\"leaf1-leaf2:1\"]"});
  EXPECT_THAT(off.out, HasSubstr("links that are on                            3")) << off.err;
  const Said wrong = ebb({"trees", file.c_str(), "--set", "trees.off=[\"leaf1-leaf3\"]"});
  EXPECT_THAT(wrong.err, HasSubstr("switches are leaf1 to spine"));
}

/// The path is relative to the file that names it, and problems show it as it was opened.
TEST(TreesCommand, FilesOfPathsAreFoundAndNamedOnce) {
  const TestFolder folder;
  const auto said_of = [&](const char* name) {
    const std::string text = "[topology]\nname = \"torus\"\nsizes = [4]\nc = 1\n[trees]\nfile = \"";
    folder.write("ring.toml", text + name + "\"\n");
    const auto here = std::filesystem::current_path();
    std::filesystem::current_path(folder.path.parent_path());
    const Said said = ebb({"trees", (folder.path.filename() / "ring.toml").c_str()});
    std::filesystem::current_path(here);
    return said.err;
  };
  const std::string place = folder.path.filename().string() + "/";
  EXPECT_THAT(said_of("none.csv"), StartsWith(place + "none.csv: there is no such file"));
  folder.write("paths", "s0,s9\n");
  EXPECT_THAT(said_of("paths"), StartsWith(place + "paths:1: there is no switch \"s9\""));
}

TEST(TreesCommand, AdviceOnACircleIsAboutTheFilesPaths) {
  const TestFolder folder;
  folder.write("clockwise.csv",
               "s0,s1\ns0,s1,s2\ns0,s1,s2,s3\ns1,s2\ns1,s2,s3\ns1,s2,s3,s0\ns2,s3\ns2,s3,s0\n"
               "s2,s3,s0,s1\ns3,s0\ns3,s0,s1\ns3,s0,s1,s2\n");
  const std::string file = folder.write("ring.toml",
                                        "[topology]\nname = \"torus\"\nsizes = [4]\nc = 1\n"
                                        "[trees]\nfile = \"clockwise.csv\"\n");
  const Said said = ebb({"trees", file.c_str()});
  EXPECT_THAT(said.out, HasSubstr("Change some of the file's paths"));
  EXPECT_THAT(said.out, Not(HasSubstr("is not used")));
}

TEST(TreesCommand, WritesCommandsForLinuxBridges) {
  const Said said = ebb({"trees", "examples/lab-complete.toml", "--bridge", "--switch", "s0"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p0 vid 2 pvid untagged\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p0 vid 3 untagged\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p2 vid 3\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge link set dev s0-p0 learning off flood off\n"));
  // In s0's own VLAN each host is reached through one port: its own, or that of its switch.
  EXPECT_THAT(said.out, HasSubstr("bridge fdb add 02:00:00:00:00:00 dev s0-p0 vlan 2 master static\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge fdb add 02:00:00:00:00:02 dev s0-p2 vlan 2 master static\n"));
}

/// A bridge with default settings filters no VLANs and would flood broadcasts round the loops.
TEST(TreesCommand, LinuxBridgesFilterVlansWithoutSpanningTreeBeforeTheyComeUp) {
  const Said said =
      ebb({"trees", "examples/lab-complete.toml", "--bridge", "--switch", "s0", "--switch", "s1"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  for (const std::string name : {"s0", "s1"}) {
    const std::size_t made = said.out.find("ip link add " + name +
                                           " type bridge vlan_filtering 1 stp_state 0\n"),
                      joined = said.out.find("ip link set dev " + name + "-p0 master " + name + "\n"),
                      last = said.out.rfind(" dev " + name + "-p"),
                      up = said.out.find("ip link set dev " + name + " up\n");
    EXPECT_LT(made, joined);
    EXPECT_LT(joined, last);
    EXPECT_LT(last, up);
    EXPECT_LT(up, said.out.size());
  }
  EXPECT_THAT(said.out, HasSubstr("STP is off: it would block links"));
}

/// Follows the registered addresses from bridge to bridge, and checks that every port is a member of the
/// VLAN.
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

/// s0 and s1 have links of 10 Gb/s (9 W), and both have links of 1 Gb/s (1 W) to s2. 28 kB from s0 to s1 need
/// three of the former, or three of each of the latter.
TEST(TreesCommand, FindsTheLeastPowerWhereLinksDiffer) {
  const TestFolder folder;
  std::string cables = "s0 hosts=1\ns1 hosts=1\ns2 hosts=1\n";
  for (const char* cable : {"s0 s1 rate=10Gb/s\n", "s0 s2 rate=1Gb/s\n", "s1 s2 rate=1Gb/s\n"})
    for (int i = 0; i < 5; ++i) cables += cable;
  folder.write("net.txt", cables);
  const std::string file = folder.write(
                        "net.toml",
                        "[topology]\nname = \"graph\"\nfile = \"net.txt\"\n[cables]\nrate = \"1Gb/s\"\n"),
                    device = folder.write("device.toml",
                                          "title = \"by hand\"\nkind = \"switch\"\nfrom = \"this test\"\n"
                                          "ports = { value = 32, source = \"assumed\" }\n"
                                          "[[link]]\nmode = \"off\"\nrate = \"0b/s\"\n"
                                          "port = { value = \"0W\", source = \"assumed\" }\n"
                                          "[[link]]\nrate = \"1Gb/s\"\n"
                                          "port = { value = \"0.5W\", source = \"assumed\" }\n"
                                          "[[link]]\nrate = \"10Gb/s\"\n"
                                          "port = { value = \"4.5W\", source = \"assumed\" }\n"),
                    text =
                        folder.write("sent.csv",
                                     "time_ps,source,destination,bytes\n0,0,1,28000\n1,1,0,500\n2,0,2,500\n"
                                     "3,2,0,500\n4,1,2,500\n5,2,1,500\n"),
                    trace = (folder.path / "sent.ebbtrace").string(),
                    paths = (folder.path / "paths.csv").string();
  ASSERT_EQ(ebb({"trace", "convert", text.c_str(), "-o", trace.c_str()}).exit_code, succeeded);
  const Said fewest = ebb({"trees", file.c_str(), "--trace", trace.c_str(), "--peak", "10kB"});
  EXPECT_THAT(fewest.out,
              HasSubstr("Of 15 links 5 stay on by the peak with the paths as they are, 4 with paths"));
  const Said least = ebb({"trees", file.c_str(), "--trace", trace.c_str(), "--peak", "10kB", "--device",
                          device.c_str(), "--paths", paths.c_str()});
  EXPECT_EQ(least.exit_code, succeeded) << least.err;
  EXPECT_THAT(least.out, HasSubstr("Of 15 links, which use 55.0 W, 5 (29.0 W) stay on by the peak with the "
                                   "paths as they are, 6 (6.0 W) with paths that move."));
  const std::string off = "trees.off=[\"s0-s1:5\", \"s0-s2:2\", \"s1-s2:2\"]", own = "trees.file=" + paths;
  EXPECT_THAT(least.out, HasSubstr("\n[trees]\noff = [\"s0-s1:5\", \"s0-s2:2\", \"s1-s2:2\"]\nfile = \""));
  const Said then = ebb({"trees", file.c_str(), "--set", off.c_str(), "--set", own.c_str()});
  EXPECT_EQ(then.exit_code, succeeded) << then.err;
  EXPECT_THAT(then.out, HasSubstr("links that are on                            6"));
  EXPECT_THAT(then.out, HasSubstr("deadlock cycle with pause frames          none"));
  const Said simulated =
      ebb({"run", "-q", file.c_str(), "--set", off.c_str(), "--set", own.c_str(), "--set",
           "routing.name=vlan_trees", "--set", "traffic.load=0.1", "--set", "run.most_time=1ms"});
  EXPECT_EQ(simulated.exit_code, succeeded) << simulated.err;
  EXPECT_THAT(simulated.out, HasSubstr(", off"));
  EXPECT_THAT(simulated.out + simulated.err, HasSubstr("9 of 15 cables between switches are off"));
  const Said by_off =
      ebb({"off", file.c_str(), "--trace", trace.c_str(), "--peak", "10kB", "--device", device.c_str()});
  EXPECT_THAT(by_off.out, HasSubstr("6 (6.0 W) with paths that move"));
  EXPECT_THAT(
      ebb({"trees", file.c_str(), "--trace", trace.c_str(), "--peak", "10kB", "--paths", file.c_str()}).err,
      HasSubstr("net.toml"));
}

/// The device states no off power, so its ports save nothing until --watts gives it: 75 links with two ports
/// of 1.5 W.
TEST(TreesCommand, TakesTheWattsOfAPortAsTyped) {
  std::vector<const char*> words{"trees",    "examples/trees-koibuchi.toml",
                                 "--trace",  "examples/search-64.ebbtrace",
                                 "--peak",   "1MB",
                                 "--device", "elastictree-48a"};
  const Said unstated = ebb(words);
  EXPECT_THAT(unstated.out, HasSubstr("it counts as on; --watts gives it"));
  words.insert(words.end(), {"--watts", "1.5"});
  const Said typed = ebb(words);
  EXPECT_EQ(typed.exit_code, succeeded) << typed.err;
  EXPECT_THAT(typed.out, HasSubstr("Of 75 links, which use 225.0 W,"));
  EXPECT_THAT(typed.out, HasSubstr("watts: elastictree-48a, but a port as typed"));
  words[0] = "off";
  EXPECT_EQ(ebb(words).out, typed.out);
  EXPECT_THAT(ebb({"trees", "examples/trees-koibuchi.toml", "--watts", "1"}).err, HasSubstr("--peak"));
}

/// Ports of 0.87 W at 1 Gb/s, 0.18 W at 100 Mb/s, 0.12 W at 10 Mb/s.
TEST(TreesCommand, SlowsLinksDownIfItMay) {
  std::vector<const char*> words{"trees",    "examples/trees-koibuchi.toml",
                                 "--set",    "cables.rate=1Gb/s",
                                 "--trace",  "examples/search-64.ebbtrace",
                                 "--peak",   "100MB",
                                 "--device", "mahadevan-rack-48"};
  const Said fast = ebb(words);
  EXPECT_EQ(fast.exit_code, succeeded) << fast.err;
  EXPECT_THAT(fast.out, HasSubstr("Of 75 links, which use 130.5 W, 15 (26.1 W) stay on"));
  EXPECT_THAT(fast.out, HasSubstr(", 5 (8.7 W) with paths that move."));
  words.push_back("--slower");
  const Said slow = ebb(words);
  EXPECT_EQ(slow.exit_code, succeeded) << slow.err;
  EXPECT_THAT(slow.out, HasSubstr("with paths that move and links that slow down."));
  EXPECT_THAT(slow.out, HasSubstr(", 5 (1."));
  words[0] = "off";
  EXPECT_EQ(ebb(words).out, slow.out);
  words[9] = "elastictree-48a";
  EXPECT_THAT(ebb(words).err, HasSubstr("states no lower rate of a port"));
  words.erase(words.begin() + 8, words.begin() + 10);
  EXPECT_THAT(ebb(words).err, HasSubstr("needs --device"));
}

TEST(TreesCommand, SaysWhenEvenAllLinksAreNotEnough) {
  const Said said = ebb(
      {"trees", "examples/trees-koibuchi.toml", "--trace", "examples/search-64.ebbtrace", "--peak", "10B"});
  EXPECT_EQ(said.exit_code, succeeded);
  EXPECT_THAT(
      said.out,
      HasSubstr("With the paths as they are, even all links between 12 pairs of switches are not enough."));
  EXPECT_THAT(said.out, HasSubstr("Paths that move are not enough either"));
}

/// Without a solution there is no number that a script could take for one, and no paths that exceed the peak.
TEST(TreesCommand, HasNoNumberWhereThereIsNoAnswer) {
  const TestFolder folder;
  const std::string paths = (folder.path / "paths.csv").string();
  const Said said = ebb({"trees", "examples/trees-koibuchi.toml", "--trace", "examples/search-64.ebbtrace",
                         "--peak", "10B", "--json", "--paths", paths.c_str()});
  EXPECT_EQ(said.exit_code, failed);
  EXPECT_THAT(said.out, HasSubstr("\"fewest\": null"));
  EXPECT_THAT(said.err, HasSubstr("is not written: no paths below the peak were found"));
  EXPECT_FALSE(std::filesystem::exists(paths));
}

TEST(TreesCommand, RefusesWhatAPeakWouldNotLookAt) {
  const auto ask = [](std::vector<const char*> more) {
    std::vector<const char*> words{
        "trees", "examples/trees-koibuchi.toml", "--trace", "examples/search-64.ebbtrace", "--peak", "1MB"};
    words.insert(words.end(), more.begin(), more.end());
    return ebb(words);
  };
  const Said off = ask({"--set", "trees.off=[\"s0-s1\"]"});
  EXPECT_EQ(off.exit_code, bad_input);
  EXPECT_THAT(off.err, HasSubstr("[trees] off switches some of them off"));
  EXPECT_EQ(ask({"--bridge"}).exit_code, bad_input);
  EXPECT_EQ(ask({"--switch", "s0"}).exit_code, bad_input);
  const Said exact = ebb({"off", "examples/trees-koibuchi.toml", "--trace", "examples/search-64.ebbtrace",
                          "--peak", "1MB", "--exact"});
  EXPECT_EQ(exact.exit_code, bad_input);
  EXPECT_THAT(exact.err, HasSubstr("--exact"));
}

/// A file with such a name would be written, and then refused by its reader.
TEST(TreesCommand, RefusesToWriteNamesThatAFileOfPathsCannotHave) {
  const TestFolder folder;
  folder.write("net.graphml",
               "<graphml><key id=\"hosts\" for=\"node\" attr.name=\"hosts\"/><graph><node id=\"a,1\"><data "
               "key=\"hosts\">1</data></node><node id=\"b\"><data key=\"hosts\">1</data></node><edge "
               "source=\"a,1\" target=\"b\"/></graph></graphml>");
  const std::string file = folder.write("net.toml", "[topology]\nname = \"graph\"\nfile = \"net.graphml\"\n"),
                    text = folder.write("sent.csv", "time_ps,source,destination,bytes\n0,0,1,28000\n"),
                    trace = (folder.path / "sent.ebbtrace").string(),
                    paths = (folder.path / "paths.csv").string();
  ASSERT_EQ(ebb({"trace", "convert", text.c_str(), "-o", trace.c_str()}).exit_code, succeeded);
  const Said said =
      ebb({"trees", file.c_str(), "--trace", trace.c_str(), "--peak", "100kB", "--paths", paths.c_str()});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("cannot name \"a,1\" in a file"));
  EXPECT_EQ(ebb({"trees", file.c_str(), "--trace", trace.c_str(), "--peak", "100kB"}).exit_code, succeeded);
}

TEST(TreesCommand, OffChoosesTheSameLinksForATrace) {
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
