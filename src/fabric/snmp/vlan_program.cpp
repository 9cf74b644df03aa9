#include "fabric/snmp/vlan_program.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/problem.hpp"
#include "fabric/openflow/frame.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "fabric/trees/tree_program.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint32_t tag_present = 0x1000;  // of OpenFlow's vlan_vid

/// Rows outside of all slots, which `ebb trees --snmp` may make, are in none of their tables.
std::uint8_t table_of(std::uint16_t vlan) {
  std::uint32_t slot = 0;
  while (slot < version_slots &&
         (vlan < first_vlan_of_slot(slot) || vlan >= first_vlan_of_slot(slot) + most_trees_of_version))
    ++slot;
  return slot_table(slot);
}

FlowRule row_rule(std::uint16_t vlan, const StaticVlan& row, std::uint32_t version) {
  std::vector<std::string> actions;
  for (const std::uint32_t port : without_ports(row.egress, row.untagged))
    actions.push_back(fmt::format("output:{}", port));
  const PortSet untagged = common_ports(row.egress, row.untagged);
  if (!untagged.empty()) actions.push_back("pop_vlan");
  for (const std::uint32_t port : untagged) actions.push_back(fmt::format("output:{}", port));
  return {table_of(vlan), RulePriority::forwarding, cookie_of(version), fmt::format("dl_vlan={}", vlan),
          actions.empty() ? "drop" : fmt::format("{}", fmt::join(actions, ","))};
}

FlowRule pvid_rule(std::uint32_t port, std::uint16_t vlan, std::uint32_t version) {
  return {0, edge_priority, cookie_of(version), fmt::format("in_port={}", port),
          fmt::format("push_vlan:0x8100,set_field:{}->vlan_vid,goto_table:{}", tag_present + vlan,
                      table_of(vlan))};
}

/// The whole number between two texts; nullopt where there is none.
std::optional<std::uint32_t> number_between(std::string_view text, std::string_view before,
                                            std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string_view::npos) return {};
  const char* first = text.data() + begin + before.size();
  std::uint32_t value = 0;
  const auto [stop, wrong] = std::from_chars(first, text.data() + text.size(), value);
  const std::string_view rest(stop, static_cast<std::size_t>(text.data() + text.size() - stop));
  if (wrong != std::errc{} || (after.empty() ? !rest.empty() : !rest.starts_with(after))) return {};
  return value;
}

std::optional<StaticVlan> row_of(const std::string& actions, std::string name) {
  StaticVlan row{std::move(name), {}, {}};
  bool untagged = false;
  if (actions == "drop") return row;
  for (const std::string& action : cut_list(actions)) {
    if (action == "pop_vlan") {
      untagged = true;
      continue;
    }
    const auto port = number_between(action, "output:", "");
    if (!port) return {};
    row.egress.insert(*port);
    if (untagged) row.untagged.insert(*port);
  }
  return row;
}

bool take_pvid(const FlowRule& rule, bool adds, VlanTable& table) {
  const auto port = number_between(rule.match, "in_port=", "");
  const auto tag = number_between(rule.actions, "set_field:", "->vlan_vid");
  if (!port || !tag || *tag <= tag_present) return false;
  const auto vlan = static_cast<std::uint16_t>(*tag - tag_present);
  if (adds)
    table.pvid[*port] = vlan;
  else if (const auto now = table.pvid.find(*port); now != table.pvid.end() && now->second == vlan)
    now->second = default_vlan;
  return true;
}

bool take_row(const FlowRule& rule, bool adds, VlanTable& table) {
  const auto number = number_between(rule.match, "dl_vlan=", "");
  if (!number) return false;
  const auto vlan = static_cast<std::uint16_t>(*number);
  const auto held = table.vlans.find(vlan);
  if (held != table.vlans.end() && !is_own_vlan(vlan, held->second)) return false;
  if (!adds) return table.vlans.erase(vlan), true;
  const auto row = row_of(rule.actions, own_vlan_name(vlan, version_of(rule.cookie)));
  if (row) table.vlans[vlan] = *row;
  return row.has_value();
}

}  // namespace

SwitchProgram vlan_program(const std::string& switch_name, const std::vector<VlanPort>& plan,
                           const std::vector<std::uint32_t>& bridge_ports, std::uint32_t version) {
  SwitchProgram program{switch_name, {}, {}};
  for (const auto& [vlan, row] : rows_of_plan(plan, bridge_ports, version))
    program.rules.push_back(row_rule(vlan, row, version));
  for (std::size_t local = 0; local < plan.size(); ++local)
    if (plan[local].pvid != 0)
      program.rules.push_back(pvid_rule(bridge_ports[local], plan[local].pvid, version));
  return program;
}

SwitchState state_of_vlans(const VlanTable& table) {
  SwitchState state;
  std::map<std::uint16_t, std::uint32_t> versions;
  for (const auto& [vlan, row] : table.vlans) {
    const auto version = own_vlan_version(vlan, row);
    if (!version || !row.active) continue;
    versions[vlan] = *version;
    state.rules.push_back({row_rule(vlan, row, *version)});
  }
  for (const auto& [port, vlan] : table.pvid)
    if (const auto version = versions.find(vlan); version != versions.end())
      state.rules.push_back({pvid_rule(port, vlan, version->second)});
  return state;
}

Result<VlanTable> vlans_after(const VlanTable& now, const std::vector<SwitchChange>& changes,
                              const std::string& switch_name) {
  using Kind = SwitchChange::Kind;
  VlanTable table = now;
  std::erase_if(table.vlans, [](const auto& entry) {
    return !entry.second.active && is_own_vlan(entry.first, entry.second);
  });
  for (const SwitchChange& change : changes) {
    const bool adds = change.kind == Kind::add_rule;
    const bool taken = (adds || change.kind == Kind::remove_rule) &&
                       (is_edge_rule(change.rule) ? take_pvid(change.rule, adds, table)
                                                  : take_row(change.rule, adds, table));
    if (!taken)
      return Problem{switch_name, fmt::format("cannot hold this rule: \"{}\"", flow_text(change.rule)),
                     "a switch that is managed by SNMP holds VLANs and PVIDs, and a VLAN of others is never "
                     "changed; check that --journal names the journal of these switches"};
  }
  for (auto& [port, vlan] : table.pvid)
    if (!table.vlans.contains(vlan)) vlan = default_vlan;
  return table;
}

Result<VlanTable> vlans_of_program(const SwitchProgram& program) {
  std::vector<SwitchChange> changes;
  for (const FlowRule& rule : program.rules) changes.push_back({SwitchChange::Kind::add_rule, rule, {}, 0});
  return vlans_after({}, changes, program.name);
}

}  // namespace ebb::inline fabric
