// VLAN trees on three fake switches, joined in a ring with one host each: all or nothing at every fault, and
// no loop at any moment.
#include "fabric/snmp/vlan_rollout.hpp"

#include <gmock/gmock.h>

#include "fabric/snmp/fake_bridge_testing.hpp"
#include "fabric/snmp/switch_vlans.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Fault = FakeBridge::Fault;
using End = VlanRollout::End;

Network ring_of_three() {
  Complete ring;
  ring.switches = 3, ring.hosts_per_switch = 1;
  return ring.build(Cables{});
}

class Ring {
 public:
  explicit Ring(bool stp = false) : stp_(stp) {
    for (auto& bridge : bridges) bridge = std::make_unique<FakeBridge>(3u, stp);
    for (auto& bridge : bridges) {
      bridge->next_fault = [this] { return ++requests == fault_at ? fault : Fault::none; };
      bridge->changed = [this](const auto& written) { look_for_loops(written); };
    }
  }

  Result<std::vector<SwitchVlanSteps>> plan(std::uint16_t first_vlan, bool stp_off = false) {
    const auto trees = make_tree_plan(network, all_tree_paths(network, PathRule::shortest));
    EXPECT_TRUE(trees.ok());
    std::vector<SwitchVlanSteps> all;
    for (SwitchId s = 0; s < 3; ++s) {
      const SwitchVlans wanted{"s" + std::to_string(s),
                               {"p1", "p2", "p3"},
                               vlan_ports(network, trees->trunks, trees->vlans, s, first_vlan)};
      auto steps = plan_switch_vlans(wanted, *bridges[s], stp_off);
      if (!steps) return steps.problems();
      all.push_back(std::move(*steps));
    }
    return all;
  }
  VlanRollout roll_out(std::uint16_t first_vlan, bool stp_off = false) {
    const auto steps = plan(first_vlan, stp_off);
    EXPECT_TRUE(steps.ok()) << to_text(steps.problems());
    return roll_out_vlans(*steps);
  }
  std::vector<std::map<SnmpName, SnmpValue>> values() const {
    std::vector<std::map<SnmpName, SnmpValue>> all;
    for (const auto& bridge : bridges) all.push_back(bridge->values());
    return all;
  }

  const Network network = ring_of_three();
  std::unique_ptr<FakeBridge> bridges[3];
  int requests = 0, fault_at = 0, loops = 0;
  Fault fault = Fault::none;

 private:
  bool carries(PortId port, std::uint16_t vlan) const {
    const SwitchId s = network.owner[port];
    const std::uint32_t number = port - network.first_port[s] + 1;
    const auto& values = bridges[s]->values();
    const auto list = values.find(bridge_mib::instance(bridge_mib::vlan_egress, vlan));
    const auto stp = values.find(bridge_mib::instance(bridge_mib::stp_port_enable, number));
    return list != values.end() && from_port_list(list->second.text).contains(number) &&
           stp->second.number == bridge_mib::stp_disabled;
  }
  /// A ring of three is a loop where all six ports carry the VLAN and no STP breaks it. Without STP, new
  /// switches have this loop in VLAN 1 from the start.
  void look_for_loops(const std::vector<SnmpSetting>& written) {
    for (const SnmpSetting& setting : written) {
      const SnmpName column(setting.name.begin(), setting.name.end() - 1);
      if (column == bridge_mib::vlan_egress) look_for_loop(static_cast<std::uint16_t>(setting.name.back()));
      if (column == bridge_mib::stp_port_enable) look_for_loop(1);
    }
  }
  void look_for_loop(std::uint16_t vlan) {
    int carrying = 0;
    for (PortId p = 0; p < network.switch_ports(); ++p)
      carrying += !network.is_host_port(network.peer[p]) && carries(p, vlan);
    loops += carrying == 6 && (stp_ || vlan != 1);
  }

  const bool stp_;
};

TEST(VlanRollout, GivesEverySwitchItsTable) {
  Ring ring;
  const VlanRollout done = ring.roll_out(2);
  EXPECT_EQ(done.end, End::applied) << to_text(done.problems);
  EXPECT_THAT(done.problems, IsEmpty());
  EXPECT_EQ(ring.loops, 0);
  const auto again = ring.plan(2);
  for (const SwitchVlanSteps& to : *again) EXPECT_TRUE(to.steps.empty()) << to.name;
  const auto tables = read_bridge_tables(*ring.bridges[1], "s1");
  EXPECT_EQ(tables->vlans.pvid.at(1), 3);
  EXPECT_EQ(tables->vlans.vlans.at(3), (StaticVlan{"ebb-3", {1, 2, 3}, {1}}));
  EXPECT_EQ(tables->vlans.vlans.at(1).egress, PortSet{});
}

TEST(VlanRollout, MovesToOtherNumbersAndWaitsBeforeTheOldOnesGo) {
  Ring ring;
  ASSERT_EQ(ring.roll_out(2).end, End::applied);
  const auto steps = ring.plan(10);
  bool all_moved = false;
  const VlanRollout done = roll_out_vlans(*steps, [&] {
    all_moved = true;
    for (const auto& bridge : ring.bridges) {
      const auto tables = read_bridge_tables(*bridge, "");
      all_moved = all_moved && tables->vlans.pvid.at(1) >= 10 && tables->vlans.vlans.contains(4);
    }
  });
  EXPECT_EQ(done.end, End::applied) << to_text(done.problems);
  EXPECT_TRUE(all_moved);
  EXPECT_FALSE(read_bridge_tables(*ring.bridges[0], "")->vlans.vlans.contains(2));
  EXPECT_EQ(ring.loops, 0);
}

TEST(VlanRollout, WaitsInAnUndoBeforeTheNewOnesGo) {
  Ring ring;
  ASSERT_EQ(ring.roll_out(2).end, End::applied);
  const auto steps = ring.plan(10);
  ring.requests = 0, ring.fault_at = 12, ring.fault = Fault::refused;  // after nine rows, the last PVID
  int drained = 0;
  const VlanRollout done = roll_out_vlans(*steps, [&] {
    ++drained;
    for (const auto& bridge : ring.bridges) {
      const auto tables = read_bridge_tables(*bridge, "");
      EXPECT_LT(tables->vlans.pvid.at(1), 10);
      EXPECT_TRUE(tables->vlans.vlans.contains(12));
    }
  });
  EXPECT_EQ(done.end, End::undone);
  EXPECT_EQ(drained, 1);
}

TEST(VlanRollout, SwitchesStpOffOnlyAfterTheLinksHaveLeftVlanOne) {
  Ring ring(true);
  const auto refused = ring.plan(2);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(to_text(refused.problems()), HasSubstr("has STP on at port 2"));
  EXPECT_EQ(ring.requests, 0);
  EXPECT_EQ(ring.roll_out(2, true).end, End::applied);
  EXPECT_EQ(ring.loops, 0);
}

TEST(VlanRollout, TakesSwitchesThatRefuseARowInOneRequest) {
  Ring ring;
  for (const auto& bridge : ring.bridges) bridge->takes_rows = false;
  EXPECT_EQ(ring.roll_out(2).end, End::applied);
  EXPECT_EQ(ring.roll_out(10).end, End::applied);
  EXPECT_EQ(read_bridge_tables(*ring.bridges[1], "")->vlans.vlans.at(11),
            (StaticVlan{"ebb-11", {1, 2, 3}, {1}}));
}

/// The n-th request fails, for every n: from a new switch, and from one set of trees to another.
class EveryRequest : public testing::TestWithParam<std::tuple<Fault, bool, bool>> {};

TEST_P(EveryRequest, FailsWithoutATableBetweenTheTwo) {
  const auto [fault, takes_rows, from_trees] = GetParam();
  int applied = 0, undone = 0;
  for (int at = 1;; ++at) {
    Ring ring;
    for (const auto& bridge : ring.bridges) bridge->takes_rows = takes_rows;
    if (from_trees) {
      ASSERT_EQ(ring.roll_out(2).end, End::applied);
    }
    const auto before = ring.values();
    ring.requests = 0, ring.fault_at = at, ring.fault = fault;
    const VlanRollout done = ring.roll_out(10);
    EXPECT_EQ(ring.loops, 0) << "request " << at;
    if (done.end == End::undone) {
      ++undone;
      EXPECT_EQ(ring.values(), before) << "request " << at;
      EXPECT_FALSE(done.problems.empty());
      EXPECT_THAT(done.left, IsEmpty());
    } else {
      ++applied;
      ASSERT_EQ(done.end, End::applied) << "request " << at;
      const auto left = ring.plan(10);
      for (const SwitchVlanSteps& to : *left) EXPECT_TRUE(to.steps.empty()) << "request " << at;
    }
    if (ring.requests < at) break;
  }
  EXPECT_GT(applied, 0);
  if (fault != Fault::reply_lost || !takes_rows) {
    EXPECT_GT(undone, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, EveryRequest,
                         testing::Combine(testing::Values(Fault::refused, Fault::half_written,
                                                          Fault::reply_lost, Fault::request_lost,
                                                          Fault::ignored),
                                          testing::Bool(), testing::Bool()));

/// A switch that dies is named with what it has left; the others go back. Once it is back, the same rollout
/// brings all to the new table.
TEST(VlanRollout, NamesWhatADeadSwitchIsLeftWithAndFinishesWhenItIsBack) {
  int partial = 0;
  for (int at = 1;; ++at) {
    Ring ring;
    ring.fault_at = at, ring.fault = Fault::dies;
    const VlanRollout done = ring.roll_out(2);
    if (ring.requests < at) break;
    ASSERT_NE(done.end, End::applied);
    EXPECT_THAT(to_text(done.problems), HasSubstr("does not answer"));
    partial += done.end == End::partial;
    for (const std::string& left : done.left) EXPECT_THAT(left, testing::MatchesRegex("s[0-2]: .*"));
    for (const auto& bridge : ring.bridges) bridge->dead = false;
    EXPECT_EQ(ring.roll_out(2).end, End::applied) << "request " << at;
    const auto left = ring.plan(2);
    for (const SwitchVlanSteps& to : *left) EXPECT_TRUE(to.steps.empty());
  }
  EXPECT_GT(partial, 0);
}

}  // namespace
}  // namespace ebb::inline fabric
