// Rollouts of VLAN trees on fake managed switches: at every request that writes, every host reaches every
// other, and each fault ends in one of the two states.
#include "fabric/snmp/snmp_driver.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "fabric/rollout/regulation.hpp"
#include "fabric/rollout/transition.hpp"
#include "fabric/snmp/fake_bridge_testing.hpp"
#include "fabric/snmp/tree_vlans.hpp"
#include "fabric/snmp/verify_vlans.hpp"
#include "fabric/snmp/vlan_program.hpp"
#include "fabric/snmp/vlan_walk.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Fault = FakeBridge::Fault;

/// The session that a driver owns, to a switch of the test.
class Wire final : public SnmpSession {
 public:
  explicit Wire(FakeBridge& to) : to_(to) {}
  Result<std::vector<SnmpValue>> get(const std::vector<SnmpName>& names) override { return to_.get(names); }
  Result<std::vector<std::pair<SnmpName, SnmpValue>>> walk(const SnmpName& below) override {
    return to_.walk(below);
  }
  Problems set(const std::vector<SnmpSetting>& settings) override { return to_.set(settings); }
  bool silent() const override { return to_.silent(); }

 private:
  FakeBridge& to_;
};

/// Three switches with two hosts each and two links between any two.
class Managed : public RolloutClock {
 public:
  Managed() : ports(usual_ports(network)) {
    for (SwitchId s = 0; s < network.switches(); ++s) {
      bridges.push_back(std::make_unique<FakeBridge>(network.ports_of(s)));
      std::vector<std::string> interfaces;
      for (const std::uint32_t port : ports[s]) interfaces.push_back(fmt::format("p{}", port));
      drivers.push_back(std::make_unique<SnmpDriver>(fmt::format("s{}", s), interfaces,
                                                     std::make_unique<Wire>(*bridges[s])));
      switches.push_back(drivers.back().get());
      bridges[s]->next_fault = [this] { return ++requests == fault_at ? fault : Fault::none; };
      bridges[s]->changed = [this](const auto&) { cut_off += live && !walk().problems.empty(); };
    }
  }
  /// Switches that died come back while a rollout waits.
  void wait(std::chrono::milliseconds) override {
    if (revives)
      for (const auto& bridge : bridges) bridge->dead = false;
  }

  static Network two_links() {
    Complete all;
    all.switches = 3, all.hosts_per_switch = 2, all.links = 2;
    return all.build(Cables{});
  }
  /// With the second link of each trunk on, or without.
  std::vector<SwitchProgram> target(bool second_link, std::uint32_t version, std::uint32_t slot) const {
    return tree_vlan_programs(network, second_link ? both_links : one_link, ports, version, slot);
  }
  static TreePlan plan(const Network& network, std::uint32_t links) {
    TreePaths paths = all_tree_paths(network, PathRule::up_down);
    paths.links.assign(paths.links.size(), links);
    return *make_tree_plan(network, paths);
  }
  Result<RolloutOutcome> deploy(bool second_link) {
    auto journal = Journal::open(folder.path / "journal");
    return Rollout(switches, *journal, *this).deploy({}, [&](std::uint32_t version, std::uint32_t slot) {
      return target(second_link, version, slot);
    });
  }
  Result<RolloutOutcome> rollback() {
    auto journal = Journal::open(folder.path / "journal");
    return Rollout(switches, *journal, *this).rollback();
  }
  std::vector<SwitchProgram> held() const {
    std::vector<SwitchProgram> all;
    for (std::size_t s = 0; s < bridges.size(); ++s) {
      VlanTable table;
      for (const auto& [name, value] : bridges[s]->values()) add(name, value, table);
      all.push_back(ours(state_of_vlans(table), fmt::format("s{}", s)));
    }
    return all;
  }
  VlanWalkReport walk() const { return walk_vlans(network, held(), ports); }
  /// How many of the switches hold this, in any version.
  std::size_t holding(bool second_link) const {
    std::size_t count = 0;
    for (const SwitchProgram& now : held()) {
      if (now.rules.empty()) continue;
      auto wanted = target(second_link, version_of(now.rules[0].cookie), slot_of(now.rules[0]));
      for (SwitchProgram& program : wanted) {
        sort_program(program);
        count += program == now;
      }
    }
    return count;
  }

  TestFolder folder;
  const Network network = two_links();
  const TreePlan both_links = plan(network, 2), one_link = plan(network, 1);
  const std::vector<std::vector<std::uint32_t>> ports;
  std::vector<std::unique_ptr<FakeBridge>> bridges;
  std::vector<std::unique_ptr<SnmpDriver>> drivers;
  std::vector<SwitchDriver*> switches;
  int requests = 0, fault_at = 0, cut_off = 0;
  Fault fault = Fault::none;
  bool live = false, revives = true;

 private:
  static void add(const SnmpName& name, const SnmpValue& value, VlanTable& table) {
    const SnmpName column(name.begin(), name.end() - 1);
    const auto vlan = static_cast<std::uint16_t>(name.back());
    if (column == bridge_mib::vlan_name) table.vlans[vlan].name = value.text;
    if (column == bridge_mib::vlan_egress) table.vlans[vlan].egress = from_port_list(value.text);
    if (column == bridge_mib::vlan_untagged) table.vlans[vlan].untagged = from_port_list(value.text);
    if (column == bridge_mib::vlan_status) table.vlans[vlan].active = value.number == bridge_mib::active;
    if (column == bridge_mib::pvid)
      table.pvid[static_cast<std::uint32_t>(name.back())] = static_cast<std::uint16_t>(value.number);
  }
};

TEST(SnmpDriver, IsRolledOutRolledBackAndRepairedLikeASwitchWithRules) {
  Managed m;
  ASSERT_EQ(*m.deploy(true), RolloutOutcome::deployed);
  m.live = true;
  const auto first = m.held();
  EXPECT_EQ(*m.deploy(true), RolloutOutcome::nothing_to_do);
  ASSERT_EQ(*m.deploy(false), RolloutOutcome::deployed);
  EXPECT_EQ(m.holding(false), 3u);
  ASSERT_EQ(*m.rollback(), RolloutOutcome::rolled_back);
  EXPECT_EQ(m.held(), first);
  EXPECT_EQ(m.cut_off, 0);
  m.live = false;  // somebody removes a VLAN
  const std::uint16_t vlan = first_vlan_of_slot(0);
  (void)m.bridges[1]->set({{bridge_mib::instance(bridge_mib::vlan_status, vlan),
                            {SnmpValue::Kind::number, bridge_mib::destroy}}});
  EXPECT_FALSE(m.walk().problems.empty());
  const auto verified = verify_vlans(m.network, m.switches, first, m.ports);
  EXPECT_THAT(to_text(verified.problems), HasSubstr("s1: does not hold the VLANs"));
  EXPECT_EQ(*m.deploy(true), RolloutOutcome::repaired);
  EXPECT_EQ(m.held(), first);
}

TEST(SnmpDriver, NamesItsPortsAsTheInventoryDoesAndSendsNoProbes) {
  Managed m;
  const auto ports = m.drivers[0]->ports();
  ASSERT_TRUE(ports.ok());
  EXPECT_EQ(ports->at(2).name, "p3");
  EXPECT_EQ(ports->at(2).number, 3u);
  EXPECT_THAT(to_text(m.drivers[0]->send({})), HasSubstr("sends no probes"));
  EXPECT_FALSE(m.drivers[0]->connection_failed());
  m.bridges[0]->dead = true;
  EXPECT_FALSE(m.drivers[0]->read().ok());
  EXPECT_TRUE(m.drivers[0]->connection_failed());
}

class EveryVlanRequest : public testing::TestWithParam<std::tuple<Fault, bool>> {};

/// A deploy with a fault at each of its requests ends at the old or the new tables; no host is ever cut off.
TEST_P(EveryVlanRequest, EndsInOneOfTheTwoStates) {
  const auto [fault, takes_rows] = GetParam();
  int undone = 0;
  // A row takes five requests where it is made column by column: each fourth request visits all kinds of
  // them.
  for (int at = 1;; at += takes_rows ? 1 : 4) {
    Managed m;
    for (const auto& bridge : m.bridges) bridge->takes_rows = takes_rows;
    ASSERT_TRUE(m.deploy(true).ok());
    m.live = true, m.requests = 0, m.fault_at = at, m.fault = fault;
    const auto done = m.deploy(false);
    if (m.requests < at) break;
    undone += !done && m.holding(true) == 3u;
    if (!done && m.holding(true) != 3u) {
      ASSERT_TRUE(m.deploy(false).ok()) << "request " << at;  // it went on
    }
    ASSERT_TRUE(m.holding(false) == 3u || (!done && m.holding(true) == 3u)) << "request " << at;
    EXPECT_EQ(m.cut_off, 0) << "request " << at;
    ASSERT_TRUE(m.deploy(true).ok());
    EXPECT_EQ(m.holding(true), 3u);
    EXPECT_EQ(m.cut_off, 0) << "request " << at;
  }
  EXPECT_TRUE(undone > 0 || fault != Fault::refused || takes_rows);
}

INSTANTIATE_TEST_SUITE_P(Faults, EveryVlanRequest,
                         testing::Combine(testing::Values(Fault::refused, Fault::half_written,
                                                          Fault::reply_lost, Fault::request_lost,
                                                          Fault::ignored, Fault::dies),
                                          testing::Bool()));

}  // namespace
}  // namespace ebb::inline fabric
