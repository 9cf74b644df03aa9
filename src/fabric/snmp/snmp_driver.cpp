#include "fabric/snmp/snmp_driver.hpp"

#include <fmt/format.h>

#include "fabric/snmp/vlan_program.hpp"
#include "fabric/snmp/vlan_rollout.hpp"

namespace ebb::inline fabric {
namespace {

const SnmpName port_oper_status{1, 3, 6, 1, 2, 1, 2, 2, 1, 8};
constexpr std::uint64_t oper_up = 1;

}  // namespace

Result<BridgeTables> SnmpDriver::tables() {
  auto tables = read_bridge_tables(*session_, name_);
  connection_failed_ = !tables && (session_->silent() || seen_);
  seen_ = seen_ || tables.ok();
  return tables;
}

Result<SwitchState> SnmpDriver::read() {
  const auto now = tables();
  if (!now) return now.problems();
  return state_of_vlans(now->vlans);
}

Problems SnmpDriver::apply(const std::vector<SwitchChange>& changes) {
  const auto now = tables();
  if (!now) return now.problems();
  const auto wanted = vlans_after(now->vlans, changes, name_);
  if (!wanted) return wanted.problems();
  VlanRollout done =
      roll_out_vlans({{name_, session_.get(), vlan_steps(now->vlans, *wanted, {}, now->list_octets)}});
  if (done.end == VlanRollout::End::applied) return {};
  if (done.end == VlanRollout::End::partial)
    done.problems.push_back({name_, fmt::format("is between two states: {}", fmt::join(done.left, "; ")),
                             "the next command brings it to one of them"});
  if (tables()) connection_failed_ = done.end == VlanRollout::End::partial;
  return std::move(done.problems);
}

Result<std::vector<PortState>> SnmpDriver::ports() {
  const auto now = tables();
  if (!now) return now.problems();
  const auto numbers = find_bridge_ports(*now, interfaces_, name_);
  if (!numbers) return numbers.problems();
  std::vector<SnmpName> names;
  for (const std::uint32_t number : *numbers)
    names.push_back(bridge_mib::instance(port_oper_status, now->interface_of.at(number)));
  const auto states = session_->get(names);
  connection_failed_ = !states && session_->silent();
  if (!states) return states.problems();
  std::vector<PortState> ports;
  for (std::size_t i = 0; i < numbers->size(); ++i)
    ports.push_back({(*numbers)[i], interfaces_[i], (*states)[i].number == oper_up, 0, 0});
  return ports;
}

Problems SnmpDriver::send(const std::vector<ProbeFrame>&) {
  return {{name_, "is managed by SNMP, which sends no probes", "its tables are read and followed instead"}};
}

}  // namespace ebb::inline fabric
