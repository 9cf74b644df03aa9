// The tables of a network for any set of its cables, as an agent's routes need them: rules with detours
// (off/detour_tables.hpp), or VLAN trees on managed switches (fabric/snmp/tree_routes.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/cable_set.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// A detour rule: it replaces one that would send by an unused port.
struct StandIn {
  SwitchId at = 0;
  std::string match;  ///< as in the plain program
  PortId missing = 0, by = 0;
};

/// Several threads may call these at the same time.
class RouteTables {
 public:
  virtual ~RouteTables() = default;

  /// Proves the tables by following frames through them, between the hosts that `promised` connects. Reports
  /// the pairs whose frame does not arrive, or crosses an unused cable.
  virtual Problems prove(const CableSet& routes, const CableSet& promised) const = 0;
  /// The program of each switch for these cables, as tables of a version in a slot.
  virtual std::vector<SwitchProgram> stamped(const CableSet& routes, std::uint32_t version,
                                             std::uint32_t slot) const = 0;
  /// Empty where diverted frames are not counted.
  virtual std::vector<StandIn> stand_ins(const CableSet&) const { return {}; }
  /// The ports between switches that frames of each pair of hosts leave by, ordered by first host. Hosts of a
  /// switch share the paths of one of them.
  virtual std::vector<std::vector<PortId>> ports_of_pairs(const CableSet& routes) const = 0;
};

}  // namespace ebb::inline fabric
