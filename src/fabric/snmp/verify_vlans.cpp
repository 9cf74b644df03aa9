#include "fabric/snmp/verify_vlans.hpp"

#include "base/result.hpp"
#include "fabric/rollout/transition.hpp"
#include "fabric/snmp/vlan_walk.hpp"

namespace ebb::inline fabric {
namespace {

/// By port of a switch. Ports of hosts count as up: a host that is switched off is no fault of the tables.
Result<std::vector<bool>> links_up(const Network& network, const std::vector<SwitchDriver*>& switches) {
  std::vector<bool> carry(network.switch_ports(), true);
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const auto ports = switches[s]->ports();
    if (!ports) return ports.problems();
    for (std::uint32_t local = 0; local < ports->size(); ++local) {
      const PortId port = network.first_port[s] + local, peer = network.peer[port];
      if (!network.is_host_port(peer) && !(*ports)[local].up) carry[port] = carry[peer] = false;
    }
  }
  return carry;
}

}  // namespace

VerifyReport verify_vlans(const Network& network, const std::vector<SwitchDriver*>& switches,
                          const std::vector<SwitchProgram>& programs,
                          const std::vector<std::vector<std::uint32_t>>& ports) {
  VerifyReport report;
  std::vector<SwitchProgram> held;
  for (std::size_t s = 0; s < switches.size(); ++s) {
    const auto state = switches[s]->read();
    if (!state) return report.problems = state.problems(), report;
    if (!changes_to(programs[s], *state).empty())
      report.problems.push_back({programs[s].name, "does not hold the VLANs that were written",
                                 "see whether somebody else changes them; `ebb fabric deploy` repairs them"});
    held.push_back(ours(*state, programs[s].name));
    report.rules += held.back().rules.size();
  }
  if (!report.problems.empty()) return report;
  const auto carry = links_up(network, switches);
  if (!carry) return report.problems = carry.problems(), report;
  VlanWalkReport walked = walk_vlans(network, held, ports, *carry);
  report.pairs = report.all_pairs = walked.pairs;
  report.exact = report.rules;
  report.problems = std::move(walked.problems);
  return report;
}

}  // namespace ebb::inline fabric
