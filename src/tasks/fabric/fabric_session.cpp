#include "tasks/fabric/fabric_session.hpp"

#include <fmt/format.h>

#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/inventory/cabling.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/ovs_driver.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "fabric/snmp/tree_vlans.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/tables/table.hpp"
#include "tasks/fabric/snmp_access.hpp"

namespace ebb::inline tasks {
namespace {

Problems add_drivers(FabricSession& session) {
  for (const InventorySwitch& entry : session.inventory.switches) {
    if (!session.inventory.by_snmp()) {
      session.drivers.push_back(std::make_unique<OvsDriver>(entry, session.inventory.tls));
      continue;
    }
    auto prepared = prepare_snmp(session.inventory, session.inventory_path, entry);
    if (!prepared) return prepared.problems();
    auto driver = std::make_unique<SnmpDriver>(entry.name, entry.ports, std::move(*prepared));
    session.snmp.push_back(driver.get());
    session.drivers.push_back(std::move(driver));
  }
  return {};
}

Problems add_trees(FabricSession& session) {
  const TreesSettings& settings = session.file->trees;
  if (!settings.load && !session.by_snmp()) return {};
  if (!settings.load)
    return {{session.file->path,
             "loads no VLAN trees, but the inventory's switches are managed by SNMP alone",
             "set load = true in [trees]; tables of [rules] need OpenFlow"}};
  auto trees = make_tree_plan(session.network(), settings);
  if (!trees) return trees.problems();
  Problems wrong =
      session.by_snmp()
          ? check_tree_copies(session.network(), *trees, static_cast<std::uint32_t>(settings.most_vlans))
          : check_vlan_limits(trees->vlans, {first_vlan_of_slot(0), most_trees_of_version});
  if (!wrong.empty()) return wrong;
  session.trees = std::make_shared<TreePlan>(std::move(*trees));
  session.addresses = address_plan(*session.file->routing, Organisation::per_switch);
  return {};
}

}  // namespace

Result<FabricSession> open_fabric(const FabricArguments& arguments) {
  FabricSession session;
  auto file = read_fabric_file(arguments.file, arguments.settings);
  if (!file) return file.problems();
  session.file = std::move(*file);
  auto inventory = read_inventory(arguments.inventory, session.network());
  if (!inventory) return inventory.problems();
  session.inventory = std::move(*inventory);
  const bool routed = session.inventory.is_routed();
  if (routed && !arguments.takes_routers)
    return Problem{arguments.inventory, "names routers that run FRR, which have no tables to load",
                   "`ebb agent` drives them; `ebb lab test` and `vtysh` look at them"};
  session.inventory_path = arguments.inventory;
  session.journal = arguments.journal.empty() ? arguments.inventory + ".journal" : arguments.journal;
  if (!routed)
    if (Problems wrong = add_drivers(session); !wrong.empty()) return wrong;
  session.addresses = session.file->programs().plan();
  if (Problems wrong = add_trees(session); !wrong.empty()) return wrong;
  for (HostId h = 0; h < session.network().hosts; ++h)
    session.macs.push_back(mac_of(session.addresses.address(h)));
  return session;
}

std::vector<SwitchDriver*> FabricSession::switches() const {
  std::vector<SwitchDriver*> all;
  for (const auto& driver : drivers) all.push_back(driver.get());
  return all;
}

Problems FabricSession::find_all_ports() {
  Problems problems;
  ports.clear();
  for (std::size_t s = 0; s < drivers.size(); ++s) {
    auto found = find_ports(*drivers[s], inventory.switches[s]);
    if (found)
      ports.push_back(std::move(*found));
    else
      problems.insert(problems.end(), found.problems().begin(), found.problems().end());
  }
  return problems;
}

Problems FabricSession::find_ports_of_those_that_answer(std::vector<SwitchId>& silent) {
  Problems wrong, unreachable;
  ports = usual_ports(network());
  for (SwitchId s = 0; s < drivers.size(); ++s) {
    auto found = find_ports(*drivers[s], inventory.switches[s]);
    if (found) {
      ports[s] = std::move(*found);
      continue;
    }
    const bool is_silent = drivers[s]->connection_failed();
    if (is_silent) silent.push_back(s);
    Problems& to = is_silent ? unreachable : wrong;
    to.insert(to.end(), found.problems().begin(), found.problems().end());
  }
  if (wrong.empty() && silent.size() == drivers.size()) return unreachable;
  return wrong;
}

std::vector<SwitchProgram> FabricSession::target(std::uint32_t version, std::uint32_t slot) const {
  ProgramOptions options;
  options.version = version, options.table = slot_table(slot), options.ports = ports;
  options.broadcast = file->rules.broadcast;
  auto programs = by_snmp() ? tree_vlan_programs(network(), *trees, ports, version, slot)
                  : trees
                      ? tree_programs(network(), *trees, addresses, options, slot, first_vlan_of_slot(slot))
                      : stamped_programs(network(), file->programs(options), slot);
  for (SwitchProgram& program : programs) sort_program(program);
  return programs;
}

RolloutAbout FabricSession::about() const {
  RolloutAbout about;
  about.file = file->path;
  about.organisation = trees ? "vlan_trees" : name_of(file->rules.organisation);
  if (by_snmp()) return about;  // hosts keep their own addresses
  for (const std::uint64_t mac : macs) about.addresses.push_back(mac_text(mac));
  return about;
}

RolloutSettings FabricSession::rollout_settings(std::chrono::milliseconds drain) const {
  RolloutSettings settings;
  settings.drain = drain;
  settings.at_a_time = switches_at_a_time;
  if (by_snmp()) settings.retry = std::chrono::seconds{1};
  return settings;
}

Result<HeldTarget> target_as_held(const FabricSession& session) {
  HeldTarget held;
  Problems problems;
  std::uint32_t version = 0, slot = 0;
  for (SwitchDriver* driver : session.switches()) {
    auto state = driver->read();
    if (!state) {
      problems.insert(problems.end(), state.problems().begin(), state.problems().end());
      continue;
    }
    for (const InstalledRule& rule : state->rules)
      if (is_ours(rule.rule.cookie) && rule.rule.priority < probe_priority &&
          slot_of(rule.rule) < version_slots && version_of(rule.rule.cookie) > version)
        version = version_of(rule.rule.cookie), slot = slot_of(rule.rule);
    held.states.push_back(std::move(*state));
  }
  if (!problems.empty()) return problems;
  held.programs = session.target(version == 0 ? 1 : version, slot);
  return held;
}

}  // namespace ebb::inline tasks
