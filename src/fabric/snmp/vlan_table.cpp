#include "fabric/snmp/vlan_table.hpp"

#include <fmt/format.h>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"

namespace ebb::inline fabric {

std::map<std::uint16_t, StaticVlan> rows_of_plan(const std::vector<VlanPort>& plan,
                                                 const std::vector<std::uint32_t>& bridge_ports,
                                                 std::uint32_t version) {
  std::map<std::uint16_t, StaticVlan> vlans;
  const auto row = [&](std::uint16_t vlan) -> StaticVlan& {
    return vlans.try_emplace(vlan, StaticVlan{own_vlan_name(vlan, version), {}, {}}).first->second;
  };
  for (std::size_t local = 0; local < plan.size(); ++local) {
    for (const std::uint16_t vlan : plan[local].tagged) row(vlan).egress.insert(bridge_ports[local]);
    for (const std::uint16_t vlan : plan[local].untagged) {
      row(vlan).egress.insert(bridge_ports[local]);
      row(vlan).untagged.insert(bridge_ports[local]);
    }
  }
  return vlans;
}

std::string own_vlan_name(std::uint16_t vlan, std::uint32_t version) {
  return version == 1 ? fmt::format("ebb-{}", vlan) : fmt::format("ebb-{}-v{}", vlan, version);
}

std::optional<std::uint32_t> own_vlan_version(std::uint16_t vlan, const StaticVlan& row) {
  if (!row.active && row.name.empty()) return 0;
  if (row.name == own_vlan_name(vlan)) return 1;
  const std::string head = own_vlan_name(vlan) + "-v";
  if (!row.name.starts_with(head)) return {};
  return parsed_number<std::uint32_t>(std::string_view(row.name).substr(head.size()));
}

Result<VlanTable> wanted_vlans(const VlanTable& now, const std::vector<VlanPort>& plan,
                               const std::vector<std::uint32_t>& bridge_ports,
                               const std::string& switch_name) {
  const PortSet ours(bridge_ports.begin(), bridge_ports.end());
  VlanTable wanted{rows_of_plan(plan, bridge_ports), now.pvid};
  Problems problems;
  for (const auto& [vlan, row] : now.vlans) {
    if (is_own_vlan(vlan, row)) continue;
    if (wanted.vlans.contains(vlan))
      problems.push_back({switch_name, fmt::format("has a VLAN {} already: \"{}\"", vlan, row.name),
                          "set [trees] first_vlan so that the trees use numbers that are free"});
    wanted.vlans[vlan] = {row.name, without_ports(row.egress, ours), without_ports(row.untagged, ours),
                          row.active};
  }
  if (!problems.empty()) return problems;
  for (std::size_t local = 0; local < plan.size(); ++local)
    if (plan[local].pvid != 0) wanted.pvid[bridge_ports[local]] = plan[local].pvid;
  for (auto& [port, vlan] : wanted.pvid)
    if (!wanted.vlans.contains(vlan)) vlan = default_vlan;
  return wanted;
}

}  // namespace ebb::inline fabric
