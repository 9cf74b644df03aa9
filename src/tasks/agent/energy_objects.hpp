// The agent's switches as energy objects of the YANG module ietf-power-and-energy (IETF GREEN), read-only:
// the fabric, each switch, and each power domain of a switch. All figures are estimates from power tables.
//
// The draft's power states are left out: its leaf power-state-oper takes an identity that is derived from
// power-state-oper, and the draft and its IANA module derive none.
#pragma once

#include <optional>
#include <string>

#include "network/network.hpp"
#include "tasks/agent/agent_energy.hpp"

namespace ebb::inline tasks {

/// Where the objects are served.
inline constexpr std::string_view energy_objects_path = "/restconf/data/ietf-power-and-energy:energy-objects";

/// Returns the reply of RESTCONF (RFC 8040) for a path: all objects, or that of one, `…/energy-entry=ID`.
/// Nothing where there is none.
std::optional<std::string> energy_objects(const Network& network, const AgentEnergy& energy,
                                          std::string_view path);

}  // namespace ebb::inline tasks
