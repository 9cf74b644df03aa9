#include "fabric/snmp/bridge_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/spelling.hpp"
#include "fabric/snmp/interface_numbers.hpp"

namespace ebb::inline fabric {
namespace {

using Column = std::map<unsigned long, SnmpValue>;

Result<Column> read_column(SnmpSession& session, const SnmpName& name) {
  const auto found = session.walk(name);
  if (!found) return found.problems();
  Column column;
  for (const auto& [rest, value] : *found)
    if (rest.size() == 1) column[rest[0]] = value;
  return column;
}

Problems read_vlans(SnmpSession& session, const std::string& switch_name, BridgeTables& tables) {
  Column columns[4];
  const SnmpName names[] = {bridge_mib::vlan_status, bridge_mib::vlan_name, bridge_mib::vlan_egress,
                            bridge_mib::vlan_untagged};
  for (std::size_t i = 0; i < std::size(names); ++i) {
    auto column = read_column(session, names[i]);
    if (!column) return column.problems();
    columns[i] = std::move(*column);
  }
  for (const auto& [vlan, status] : columns[0]) {
    for (Column& column : columns)
      if (status.number == bridge_mib::active && column[vlan].kind == SnmpValue::Kind::missing)
        return {{switch_name, fmt::format("does not report all objects of VLAN {}", vlan),
                 "it may have started again while it was read, or somebody else changes it: try again"}};
    const std::string egress = columns[2][vlan].text;
    tables.list_octets = std::max(tables.list_octets, egress.size());
    tables.vlans.vlans[static_cast<std::uint16_t>(vlan)] = {columns[1][vlan].text, from_port_list(egress),
                                                            from_port_list(columns[3][vlan].text),
                                                            status.number == bridge_mib::active};
  }
  return {};
}

Problems read_ports(SnmpSession& session, BridgeTables& tables) {
  const auto interfaces = interface_numbers(session);
  if (!interfaces) return interfaces.problems();
  const auto numbers = read_column(session, bridge_mib::base_port_if_index);
  if (!numbers) return numbers.problems();
  std::map<std::uint64_t, std::uint32_t> by_interface;
  for (const auto& [port, interface] : *numbers) {
    by_interface[interface.number] = static_cast<std::uint32_t>(port);
    tables.interface_of[static_cast<std::uint32_t>(port)] = interface.number;
  }
  for (const auto& [name, interface] : *interfaces)
    if (const auto port = by_interface.find(interface); port != by_interface.end())
      tables.port_of[name] = port->second;
  const auto stp = read_column(session, bridge_mib::stp_port_enable);
  if (!stp) return stp.problems();
  for (const auto& [port, state] : *stp)
    tables.stp[static_cast<std::uint32_t>(port)] = state.number == bridge_mib::stp_enabled;
  return {};
}

}  // namespace

SnmpName bridge_mib::instance(SnmpName column, unsigned long index) {
  column.push_back(index);
  return column;
}

Result<BridgeTables> read_bridge_tables(SnmpSession& session, const std::string& switch_name) {
  BridgeTables tables;
  if (Problems problems = read_ports(session, tables); !problems.empty()) return problems;
  if (Problems problems = read_vlans(session, switch_name, tables); !problems.empty()) return problems;
  const auto pvids = read_column(session, bridge_mib::pvid);
  if (!pvids) return pvids.problems();
  for (const auto& [port, vlan] : *pvids)
    tables.vlans.pvid[static_cast<std::uint32_t>(port)] = static_cast<std::uint16_t>(vlan.number);
  if (tables.vlans.pvid.empty() || tables.port_of.empty())
    return Problem{
        switch_name, "does not report the VLANs of its ports (Q-BRIDGE-MIB)",
        "let the SNMP user of the inventory read and write 1.3.6.1.2.1.17; a switch without this MIB "
        "is configured by hand from `ebb trees --csv`"};
  const auto ports = session.get({bridge_mib::base_num_ports});
  if (!ports) return ports.problems();
  tables.list_octets = std::max(tables.list_octets, (ports->front().number + 7) / 8);
  return tables;
}

Result<std::vector<std::uint32_t>> find_bridge_ports(const BridgeTables& tables,
                                                     const std::vector<std::string>& interfaces,
                                                     const std::string& switch_name) {
  std::vector<std::string> names;
  for (const auto& [name, port] : tables.port_of) names.push_back(name);
  std::vector<std::uint32_t> ports;
  Problems problems;
  for (const std::string& interface : interfaces) {
    const auto found = tables.port_of.find(interface);
    if (found != tables.port_of.end())
      ports.push_back(found->second);
    else
      problems.push_back({switch_name, fmt::format("has no bridge port with interface \"{}\"", interface),
                          name_hint(interface, names)});
  }
  if (!problems.empty()) return problems;
  return ports;
}

std::vector<std::uint32_t> trunk_ports_with_stp(const BridgeTables& tables, const std::vector<VlanPort>& plan,
                                                const std::vector<std::uint32_t>& bridge_ports) {
  std::vector<std::uint32_t> ports;
  for (std::size_t local = 0; local < plan.size(); ++local) {
    const auto stp = tables.stp.find(bridge_ports[local]);
    if (!plan[local].tagged.empty() && stp != tables.stp.end() && stp->second)
      ports.push_back(bridge_ports[local]);
  }
  return ports;
}

Problems check_stp(const BridgeTables& tables, const std::vector<VlanPort>& plan,
                   const std::vector<std::string>& interfaces, const std::string& switch_name) {
  const auto bridge_ports = find_bridge_ports(tables, interfaces, switch_name);
  if (!bridge_ports) return bridge_ports.problems();
  Problems problems;
  for (const std::uint32_t port : trunk_ports_with_stp(tables, plan, *bridge_ports)) {
    const auto local = std::find(bridge_ports->begin(), bridge_ports->end(), port) - bridge_ports->begin();
    problems.push_back(
        {switch_name,
         fmt::format("has STP on at port {} (\"{}\"), which leads to another switch: STP would "
                     "block links that close a loop, and other trees use these",
                     port, interfaces[static_cast<std::size_t>(local)]),
         "`ebb trees FILE --snmp INVENTORY --stp-off` switches it off there, after the port has left all "
         "other "
         "VLANs"});
  }
  return problems;
}

}  // namespace ebb::inline fabric
