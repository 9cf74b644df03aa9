// The tasks of `ebb rules` and `ebb fabric`, on files and on in-memory switches.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "fabric/fake_switch_testing.hpp"
#include "fabric/lab/lab_up.hpp"
#include "tasks/fabric/fabric_findings.hpp"
#include "tasks/fabric/regulate_task.hpp"
#include "tasks/fabric/rollout_task.hpp"
#include "tasks/fabric/rules_task.hpp"
#include "tasks/fabric/verify_task.hpp"

namespace ebb::inline tasks {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* butterfly = "examples/lab-butterfly.toml";

/// With three hosts on a switch, organisations number hosts differently; with two, all give the same
/// addresses.
constexpr const char* three_hosts = "topology.c=3";

/// A session whose switches are in memory, so that their state outlives it.
struct FakeFabric {
  FakeFabric() {
    const auto file = read_fabric_file(butterfly, {three_hosts});
    inventory = folder.write("inventory.toml", lab_inventory({"lab"}, (*file)->network));
  }
  Result<FabricSession> open(const std::string& organisation) {
    auto session =
        open_fabric({butterfly, inventory, "", {three_hosts, "rules.organisation=" + organisation}});
    if (!session) return session;
    if (switches.empty())
      for (const InventorySwitch& entry : session->inventory.switches) {
        std::vector<PortState> ports;
        for (const std::string& port : entry.ports)
          ports.push_back({static_cast<std::uint32_t>(ports.size()) + 1, port, true});
        switches.push_back(std::make_shared<FakeSwitch>(entry.name, std::move(ports)));
      }
    for (std::size_t s = 0; s < switches.size(); ++s)
      session->drivers[s] = std::make_unique<Shared>(switches[s]);
    return session;
  }

  /// Passes everything on to a switch that several sessions use.
  class Shared : public SwitchDriver {
   public:
    explicit Shared(std::shared_ptr<FakeSwitch> to) : to_(std::move(to)) {}
    const std::string& name() const override { return to_->name(); }
    Result<SwitchState> read() override { return to_->read(); }
    Problems apply(const std::vector<SwitchChange>& changes) override { return to_->apply(changes); }
    Result<std::vector<PortState>> ports() override { return to_->ports(); }
    Result<BridgeSettings> settings() override { return to_->settings(); }
    Problems send(const std::vector<ProbeFrame>& frames) override { return to_->send(frames); }
    bool connection_failed() const override { return to_->connection_failed(); }

   private:
    std::shared_ptr<FakeSwitch> to_;
  };

  TestFolder folder;
  std::string inventory;
  std::vector<std::shared_ptr<FakeSwitch>> switches;
};

const RolloutOptions at_once{.drain = std::chrono::milliseconds(0), .probes = false};

TEST(RulesTask, WritesOneFilePerSwitchAndTheAddresses) {
  const TestFolder folder;
  const auto rules = make_rules({.file = butterfly, .switches = {"s1", "s3"}});
  ASSERT_TRUE(rules) << to_text(rules.problems());
  const auto written = write_openflow_files(*rules, (folder.path / "rules").string());
  ASSERT_TRUE(written) << to_text(written.problems());
  EXPECT_EQ(written->first, (folder.path / "rules" / "s1").string());
  EXPECT_GT(written->rules, 0u);
  for (const char* name : {"addresses.csv", "s1.flows", "s3.flows"})
    EXPECT_TRUE(std::filesystem::exists(folder.path / "rules" / name)) << name;
  EXPECT_FALSE(std::filesystem::exists(folder.path / "rules" / "s0.flows"));
}

TEST(RulesTask, NamesTheSwitchesThatThereAre) {
  const auto rules = make_rules({.file = butterfly, .switches = {"s9"}});
  ASSERT_FALSE(rules);
  EXPECT_THAT(to_text(rules.problems()), HasSubstr("s0 to s3"));
}

TEST(FabricTasks, DeployOnceAndRollBack) {
  FakeFabric fake;
  auto session = fake.open("compacted");
  ASSERT_TRUE(session) << to_text(session.problems());
  const auto first = deploy_fabric(*session, at_once);
  ASSERT_TRUE(first) << to_text(first.problems());
  EXPECT_EQ(first->outcome, RolloutOutcome::deployed);
  EXPECT_EQ(deploy_fabric(*session, at_once)->outcome, RolloutOutcome::nothing_to_do);
  EXPECT_THAT(fabric_changes(*session)->rows, IsEmpty());
  EXPECT_TRUE(fabric_status(*session).sound);
  EXPECT_TRUE(check_fabric(*session, false).sound);
  EXPECT_EQ(roll_fabric_back(*session, at_once)->outcome, RolloutOutcome::rolled_back);
  const auto changes = fabric_changes(*session);
  EXPECT_GT(changes->rows.size(), 0u);
  EXPECT_THAT(changes->title,
              HasSubstr(fmt::format(": {} to add, 0 to remove, at 4 of 4 switches", changes->rows.size())));
  EXPECT_THAT(to_text(verify_fabric(*session, 10).problems()), HasSubstr("does not hold the tables"));
}

TEST(FabricTasks, OtherAddressesAreRefusedUnlessTheyArePermitted) {
  FakeFabric fake;
  auto session = fake.open("per_switch");
  ASSERT_TRUE(deploy_fabric(*session, at_once));
  auto flat = fake.open("flat");
  const auto refused = deploy_fabric(*flat, at_once);
  ASSERT_TRUE(refused) << to_text(refused.problems());
  EXPECT_THAT(to_text(refused->refused), HasSubstr("another address than per_switch did"));
  RolloutOptions permitted = at_once;
  permitted.new_addresses = true;
  const auto done = deploy_fabric(*flat, permitted);
  ASSERT_TRUE(done) << to_text(done.problems());
  EXPECT_THAT(done->refused, IsEmpty());
  EXPECT_EQ(done->outcome, RolloutOutcome::deployed);
}

TEST(FabricTasks, NothingIsLoadedWhereASwitchWouldFlood) {
  FakeFabric fake;
  auto session = fake.open("compacted");
  fake.switches[2]->secure = false;
  EXPECT_THAT(to_text(deploy_fabric(*session, at_once).problems()), HasSubstr("s2: would flood"));
  EXPECT_FALSE(check_fabric(*session, false).sound);
  EXPECT_EQ(fake.switches[0]->bundles, 0u);
}

TEST(FabricTasks, RegulationNeedsTrees) {
  FakeFabric fake;
  const auto session = fake.open("compacted");
  EXPECT_THAT(to_text(check_regulation(*session, {})), HasSubstr("set load = true in [trees]"));
}

TEST(FabricTasks, ManagedSwitchesForwardByTrees) {
  const TestFolder folder;
  const auto file = read_fabric_file(butterfly);
  const std::string inventory =
      folder.write("inventory.toml", lab_inventory({"lab"}, (*file)->network, LabManagement::snmp));
  const auto open = [&](std::vector<std::string> settings) {
    return open_fabric({butterfly, inventory, "", std::move(settings)});
  };
  EXPECT_THAT(to_text(open({"trees.load=true"}).problems()), HasSubstr("two lines with passwords"));
  folder.write("snmp.passwords", "one password\nand a secret\n");
  if (const auto tried = open({"trees.load=true"});
      !tried && to_text(tried.problems()).find("without net-snmp") != std::string::npos)
    GTEST_SKIP() << "this build has no net-snmp";
  EXPECT_THAT(to_text(open({}).problems()), HasSubstr("loads no VLAN trees"));
  auto session = open({"trees.load=true"});
  ASSERT_TRUE(session) << to_text(session.problems());
  EXPECT_TRUE(session->by_snmp());
  EXPECT_THAT(session->about().addresses, IsEmpty());  // hosts keep theirs
  EXPECT_THAT(to_text(session->find_all_ports()), HasSubstr("s0: "));
  EXPECT_TRUE(session->drivers[0]->connection_failed());
}

}  // namespace
}  // namespace ebb::inline tasks
