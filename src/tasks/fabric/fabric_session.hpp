// A file's network together with the real switches of an inventory: the input of every `ebb fabric` command.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/driver.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/rollout/rollout.hpp"
#include "fabric/rollout/rollout_record.hpp"
#include "fabric/snmp/snmp_driver.hpp"
#include "fabric/trees/read_trees.hpp"
#include "fabric/trees/tree_program.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"
#include "rules/trees/tree_plan.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline tasks {

/// What names a fabric: files, and changes of the first one ("section.key=value").
struct FabricArguments {
  std::string file, inventory;
  std::string journal = "";  ///< what rollouts write down; empty: the inventory's name with .journal
  Settings settings = {};
  bool takes_routers = false;  ///< else an inventory of routers is refused: they have no tables to load
};

/// Most of the time of a rollout is spent waiting for switches, so several are handled in parallel.
inline constexpr std::size_t switches_at_a_time = 8;

struct FabricSession {
  std::unique_ptr<FabricFile> file;
  Inventory inventory;
  std::string inventory_path, journal;                 ///< files
  std::vector<std::unique_ptr<SwitchDriver>> drivers;  ///< none of routers
  std::vector<SnmpDriver*> snmp;                       ///< the drivers, where SNMP manages the switches
  std::vector<std::vector<std::uint32_t>> ports;       ///< OpenFlow numbers, or bridge ports, of local ports
  std::vector<std::uint64_t> macs;                     ///< of the hosts
  AddressPlan addresses;                               ///< of the hosts
  std::shared_ptr<const TreePlan> trees;               ///< null: the tables of [rules]

  const Network& network() const { return file->network; }
  bool by_snmp() const { return !snmp.empty(); }
  std::vector<SwitchDriver*> switches() const;
  /// Reads the numbers of the ports that the inventory names.
  Problems find_all_ports();
  /// The same, but tolerates switches that cannot be reached: `silent` gets their ids, and they keep default
  /// port numbers until theirs are known. Problems when no switch can be reached or an inventory is wrong.
  Problems find_ports_of_those_that_answer(std::vector<SwitchId>& silent);
  /// Needs the ports.
  std::vector<SwitchProgram> target(std::uint32_t version, std::uint32_t slot) const;
  RolloutAbout about() const;
  /// Managed switches answer slower than Open vSwitch, and lost requests take seconds.
  RolloutSettings rollout_settings(std::chrono::milliseconds drain) const;
};

/// Reads files only, and contacts no switch.
Result<FabricSession> open_fabric(const FabricArguments& arguments);

/// The target as rules of the version that the switches hold; version 1 where they hold none.
struct HeldTarget {
  std::vector<SwitchState> states;
  std::vector<SwitchProgram> programs;
};
Result<HeldTarget> target_as_held(const FabricSession& session);

}  // namespace ebb::inline tasks
