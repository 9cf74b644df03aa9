#include "fabric/snmp/vlan_steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/snmp/bridge_tables.hpp"

namespace ebb::inline fabric {
namespace {

using bridge_mib::instance;
using Settings = std::vector<SnmpSetting>;

SnmpValue number(std::uint64_t value) { return {SnmpValue::Kind::number, value}; }
SnmpValue text(std::string value) { return {SnmpValue::Kind::text, 0, std::move(value)}; }

Settings status(std::uint16_t vlan, std::uint64_t value) {
  return {{instance(bridge_mib::vlan_status, vlan), number(value)}};
}
/// The switch has no such row, and no column of one.
Settings no_row(std::uint16_t vlan) {
  Settings missing;
  for (const SnmpName& column :
       {bridge_mib::vlan_name, bridge_mib::vlan_egress, bridge_mib::vlan_untagged, bridge_mib::vlan_status})
    missing.push_back({instance(column, vlan), {}});
  return missing;
}

class StepMaker {
 public:
  explicit StepMaker(std::size_t octets) : octets_(octets) {}

  VlanStep create(std::uint16_t vlan, const StaticVlan& row) const {
    VlanStep step{
        VlanPhase::create, fmt::format("create VLAN {}: {}", vlan, shown(row)), {}, {}, {}, {}, {}, {}};
    step.requests = making(vlan, row);
    step.otherwise = making_by_columns(vlan, row);
    step.after = whole(vlan, row);
    step.undo = {status(vlan, bridge_mib::destroy)};
    step.before = no_row(vlan);
    return step;
  }

  VlanStep remove(std::uint16_t vlan, const StaticVlan& row) const {
    VlanStep step{VlanPhase::remove, fmt::format("remove VLAN {}", vlan), {}, {}, {}, {}, {}, {}};
    step.requests = {status(vlan, bridge_mib::destroy)};
    step.after = no_row(vlan);
    step.undo = making(vlan, row);
    step.undo_otherwise = making_by_columns(vlan, row);
    step.before = whole(vlan, row);
    return step;
  }

  /// A row whose creation was not finished: nothing was in it that an undo could bring back.
  VlanStep clear(std::uint16_t vlan) const {
    VlanStep step{
        VlanPhase::withdraw, fmt::format("remove the unfinished VLAN {}", vlan), {}, {}, {}, {}, {}, {}};
    step.requests = {status(vlan, bridge_mib::destroy)};
    step.after = no_row(vlan);
    return step;
  }

  VlanStep change(VlanPhase phase, std::uint16_t vlan, const StaticVlan& from, const StaticVlan& to) const {
    return {phase,
            fmt::format("change VLAN {}: {}", vlan, shown(to)),
            {ports_of_row(vlan, to)},
            {},
            ports_of_row(vlan, to),
            {ports_of_row(vlan, from)},
            {},
            ports_of_row(vlan, from)};
  }

  VlanStep rename(std::uint16_t vlan, const StaticVlan& from, const StaticVlan& to) const {
    return {VlanPhase::grow,
            fmt::format("rename VLAN {} to \"{}\"", vlan, to.name),
            {name_of(vlan, to)},
            {},
            name_of(vlan, to),
            {name_of(vlan, from)},
            {},
            name_of(vlan, from)};
  }

  static VlanStep set_pvid(std::uint32_t port, std::uint16_t from, std::uint16_t to) {
    const auto pvid = [&](std::uint16_t vlan) {
      return Settings{{instance(bridge_mib::pvid, port), number(vlan), true}};
    };
    return {VlanPhase::pvid,
            fmt::format("set the PVID of port {} to {}", port, to),
            {pvid(to)},
            {},
            pvid(to),
            {pvid(from)},
            {},
            pvid(from)};
  }

  static VlanStep stp_off(std::uint32_t port) {
    const auto stp = [&](std::uint64_t state) {
      return Settings{{instance(bridge_mib::stp_port_enable, port), number(state)}};
    };
    const Settings on = stp(bridge_mib::stp_enabled), off = stp(bridge_mib::stp_disabled);
    return {VlanPhase::stp_off, fmt::format("switch STP off at port {}", port), {off}, {}, off, {on}, {}, on};
  }

 private:
  static std::string shown(const StaticVlan& row) {
    return fmt::format("ports {}, untagged {}", ports_text(row.egress), ports_text(row.untagged));
  }
  static Settings name_of(std::uint16_t vlan, const StaticVlan& row) {
    return {{instance(bridge_mib::vlan_name, vlan), text(row.name)}};
  }
  /// Both lists in one request: untagged ports must be in the VLAN at every moment.
  Settings ports_of_row(std::uint16_t vlan, const StaticVlan& row) const {
    return {{instance(bridge_mib::vlan_egress, vlan), text(to_port_list(row.egress, octets_))},
            {instance(bridge_mib::vlan_untagged, vlan), text(to_port_list(row.untagged, octets_))}};
  }
  Settings whole(std::uint16_t vlan, const StaticVlan& row) const {
    Settings all = name_of(vlan, row);
    for (const Settings& part : {ports_of_row(vlan, row), status(vlan, bridge_mib::active)})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  SnmpRequests making(std::uint16_t vlan, const StaticVlan& row) const {
    Settings all = whole(vlan, row);
    all.back().value = number(bridge_mib::create_and_go);
    return {all};
  }
  /// For switches that take no row in one request. What a refused request left behind goes first.
  SnmpRequests making_by_columns(std::uint16_t vlan, const StaticVlan& row) const {
    return {status(vlan, bridge_mib::destroy), status(vlan, bridge_mib::create_and_wait), name_of(vlan, row),
            ports_of_row(vlan, row), status(vlan, bridge_mib::active)};
  }

  std::size_t octets_;
};

/// Hosts that send in this VLAN until their PVID moves: they stay in it until then.
PortSet hosts_that_leave(const VlanTable& now, const VlanTable& wanted, std::uint16_t vlan) {
  PortSet ports;
  for (const auto& [port, pvid] : now.pvid)
    if (const auto to = wanted.pvid.find(port); pvid == vlan && to != wanted.pvid.end() && to->second != vlan)
      ports.insert(port);
  return ports;
}

void add_changes(const StepMaker& make, std::uint16_t vlan, const StaticVlan& now, const StaticVlan& wanted,
                 const PortSet& hosts, std::vector<VlanStep>& steps) {
  StaticVlan grown = wanted;
  grown.egress.merge(common_ports(now.egress, hosts));
  grown.untagged.merge(common_ports(now.untagged, hosts));
  const PortSet both = common_ports(now.egress, grown.egress);
  const StaticVlan least{now.name, both, common_ports(both, grown.untagged), now.active};
  const auto add = [&](VlanPhase phase, const StaticVlan& from, const StaticVlan& to) {
    if (from.egress != to.egress || from.untagged != to.untagged)
      steps.push_back(make.change(phase, vlan, from, to));
  };
  add(VlanPhase::withdraw, now, least);
  add(VlanPhase::grow, least, grown);
  add(VlanPhase::remove, grown, wanted);
}

}  // namespace

std::vector<VlanStep> vlan_steps(const VlanTable& now, const VlanTable& wanted,
                                 const std::vector<std::uint32_t>& stp_off, std::size_t list_octets) {
  const StepMaker make(list_octets);
  std::vector<VlanStep> steps;
  for (const auto& [vlan, row] : now.vlans) {
    const auto to = wanted.vlans.find(vlan);
    const bool unfinished = !row.active && is_own_vlan(vlan, row);
    if (unfinished)
      steps.push_back(make.clear(vlan));
    else if (to == wanted.vlans.end())
      steps.push_back(make.remove(vlan, row));
    else
      add_changes(make, vlan, row, to->second, hosts_that_leave(now, wanted, vlan), steps);
    if (!unfinished && to != wanted.vlans.end() && row.name != to->second.name)
      steps.push_back(make.rename(vlan, row, to->second));
  }
  for (const auto& [vlan, row] : wanted.vlans) {
    const auto from = now.vlans.find(vlan);
    const bool unfinished =
        from != now.vlans.end() && !from->second.active && is_own_vlan(vlan, from->second);
    if (from == now.vlans.end() || unfinished) steps.push_back(make.create(vlan, row));
  }
  for (const std::uint32_t port : stp_off) steps.push_back(StepMaker::stp_off(port));
  for (const auto& [port, vlan] : wanted.pvid)
    if (const auto from = now.pvid.find(port); from != now.pvid.end() && from->second != vlan)
      steps.push_back(StepMaker::set_pvid(port, from->second, vlan));
  std::stable_sort(steps.begin(), steps.end(),
                   [](const VlanStep& one, const VlanStep& other) { return one.phase < other.phase; });
  return steps;
}

}  // namespace ebb::inline fabric
