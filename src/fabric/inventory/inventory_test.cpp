#include "fabric/inventory/inventory.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Two switches with one host each and a cable between them.
Network two_switches() {
  Complete complete;
  complete.switches = 2, complete.hosts_per_switch = 1;
  return complete.build({});
}

std::string entry(const std::string& name, const std::string& more = "") {
  return "[[switch]]\nname = \"" + name + "\"\nbridge = \"br-" + name + "\"\nopenflow = \"unix:/x/" + name +
         ".mgmt\"\novsdb = \"unix:/x/db.sock\"\nports = [\"a\", 2]\n" + more;
}

std::string complaint(const std::string& text) {
  const TestFolder folder;
  const auto inventory = read_inventory(folder.write("inventory.toml", text), two_switches());
  return inventory ? "none" : to_text(inventory.problems());
}

TEST(Inventory, IsReadInTheOrderOfThePlan) {
  const TestFolder folder;
  const auto inventory = read_inventory(folder.write("i.toml", entry("s1") + entry("s0")), two_switches());
  ASSERT_TRUE(inventory.ok()) << to_text(inventory.problems());
  EXPECT_EQ(inventory->switches[0].bridge, "br-s0");
  EXPECT_EQ(inventory->switches[1].ports, (std::vector<std::string>{"a", "2"}));
}

TEST(Inventory, NeedsOnlyTheSnmpAddressForCommandsThatUseNoOther) {
  const TestFolder folder;
  const auto read = [&](const std::string& address) {
    std::string text = "[snmp]\ncommunity = \"private\"\n";
    for (const char* name : {"s0", "s1"})
      text += "[[switch]]\nname = \"" + std::string(name) + "\"\nports = [\"a\", 2]\n" + address;
    const std::string file = folder.write("i.toml", text);
    const auto inventory = read_inventory(file, two_switches(), InventoryUse::snmp);
    return inventory ? inventory->switches[1].snmp : to_text(inventory.problems());
  };
  EXPECT_EQ(read("snmp = \"udp:192.0.2.1:161\"\n"), "udp:192.0.2.1:161");
  EXPECT_THAT(read(""), HasSubstr("snmp: is missing, but this command reaches switches by SNMP"));
}

TEST(Inventory, NamesSwitchesThatAreManagedBySnmpAloneOrNone) {
  const TestFolder folder;
  const std::string address = "snmp = \"udp:192.0.2.1:161\"\n";
  const auto read = [&](const std::string& of_s0, const std::string& of_s1, bool user = true) {
    std::string text = user ? "[snmp]\ncommunity = \"private\"\n" : "";
    text += "[[switch]]\nname = \"s0\"\nports = [\"a\", 2]\n" + of_s0;
    text += "[[switch]]\nname = \"s1\"\nports = [\"a\", 2]\n" + of_s1;
    const auto inventory = read_inventory(folder.write("i.toml", text), two_switches());
    if (!inventory) return to_text(inventory.problems());
    return std::string(inventory->by_snmp() ? "by SNMP" : "by OpenFlow");
  };
  const std::string openflow =
      "bridge = \"b\"\nopenflow = \"tcp:192.0.2.1:1\"\novsdb = \"tcp:192.0.2.1:2\"\n";
  EXPECT_EQ(read(address, address), "by SNMP");
  EXPECT_THAT(read(address, address, false), HasSubstr("no SNMP user or community"));
  EXPECT_THAT(read(address, openflow), HasSubstr("s0 is managed by SNMP alone, but s1 is not"));
  EXPECT_THAT(read(openflow + address, address), HasSubstr("s1 is managed by SNMP alone, but s0 is not"));
  EXPECT_THAT(read(address, "bridge = \"b\"\n" + address), HasSubstr("openflow: is missing"));
}

TEST(Inventory, RefusesHalfOfANetwork) {
  EXPECT_THAT(complaint(entry("s0")), AllOf(HasSubstr("the inventory is incomplete"),
                                            HasSubstr("1 of the plan's 2"), HasSubstr("s1")));
  EXPECT_THAT(complaint("[tls]\nkey = \"k\"\n"), HasSubstr("[[switch]]"));
}

TEST(Inventory, RefusesNamesThatAreUnknownOrTaken) {
  EXPECT_THAT(complaint(entry("s0") + entry("s7")),
              AllOf(HasSubstr("inventory.toml:8"), HasSubstr("no such switch")));
  EXPECT_THAT(complaint(entry("s0") + entry("s0")), HasSubstr("a second time"));
  EXPECT_THAT(complaint(entry("s0", "color = 3\n") + entry("s1")), HasSubstr("color"));
}

TEST(Inventory, RefusesPortsThatDoNotFitThePlan) {
  std::string text = entry("s0") + entry("s1");
  text.replace(text.find("[\"a\", 2]"), 8, "[\"a\"]");
  EXPECT_THAT(complaint(text), HasSubstr("has 1 ports, but s0 has 2 in the plan"));
  text.replace(text.find("[\"a\"]"), 5, "[3, 3]");
  EXPECT_THAT(complaint(text), HasSubstr("names \"3\" twice"));
}

TEST(Inventory, RefusesOneBridgeForTwoSwitches) {
  std::string text = entry("s0") + entry("s1");
  text.replace(text.find("br-s1"), 5, "br-s0");
  EXPECT_THAT(complaint(text), HasSubstr("which is s0 already"));
}

TEST(Inventory, RefusesAddressesThatAreNone) {
  std::string text = entry("s0") + entry("s1");
  text.replace(text.find("unix:/x/s0"), 10, "/x/s0");
  EXPECT_THAT(complaint(text), HasSubstr("no address of a switch"));
  text = entry("s0") + entry("s1");
  text.replace(text.find("unix:/x/s0"), 10, "ssl:10.0.0.1:6653");
  EXPECT_THAT(complaint(text), HasSubstr("add [tls] with key, certificate and ca"));
  EXPECT_EQ(complaint("[tls]\nkey = \"k\"\ncertificate = \"c\"\nca = \"a\"\n" + text), "none");
}

std::string router(const std::string& name, const std::string& more = "") {
  return "[[switch]]\nname = \"" + name + "\"\ndriver = \"frr\"\ncommand = [\"ssh\", \"" + name +
         "\"]\nports = [\"swp1\", \"swp2\"]\n" + more;
}

TEST(Inventory, OfRouters) {
  const TestFolder folder;
  const std::string text = router("s0", "protocol = \"bgp\"\n") + router("s1", "protocol = \"bgp\"\n");
  const auto inventory = read_inventory(folder.write("i.toml", text), two_switches());
  ASSERT_TRUE(inventory.ok()) << to_text(inventory.problems());
  EXPECT_TRUE(inventory->is_routed());
  EXPECT_EQ(inventory->switches[0].command, (std::vector<std::string>{"ssh", "s0"}));
  EXPECT_EQ(inventory->switches[0].vtysh, std::vector<std::string>{"vtysh"});
  EXPECT_EQ(inventory->switches[1].protocol, RoutingProtocol::bgp);
}

TEST(Inventory, RefusesRoutersThatAreHalfOfOneKind) {
  EXPECT_THAT(complaint(router("s0") + entry("s1")), HasSubstr("switches of one kind only"));
  EXPECT_THAT(complaint(router("s0", "bridge = \"br\"\n") + router("s1")),
              HasSubstr("does not belong to a router"));
  EXPECT_THAT(complaint(router("s0", "power_off = [\"off\"]\n") + router("s1")),
              HasSubstr("give both, or none"));
  EXPECT_THAT(complaint(router("s0", "power_off = [\"off\"]\npower_on = [\"on\"]\n") + router("s1")),
              HasSubstr("hosts are attached to this router"));
}

}  // namespace
}  // namespace ebb::inline fabric
