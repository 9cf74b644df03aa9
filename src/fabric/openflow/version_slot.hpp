// The slot of one version of a network's tables: a flow table of its own, and a VLAN id that edge switches
// push onto every frame from a host. So two versions can be loaded side by side, and each frame is forwarded
// by one version from its first switch to its last. The last switch removes the tag: no host ever sees it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/openflow/program.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// Two slots are enough for consecutive rollouts; four leave spare slots for versions that a lost journal
/// forgot.
inline constexpr std::uint32_t version_slots = 4;

constexpr std::uint8_t slot_table(std::uint32_t slot) { return static_cast<std::uint8_t>(16 + slot); }
constexpr std::uint16_t slot_tag(std::uint32_t slot) { return static_cast<std::uint16_t>(3760 + slot); }

/// Priorities in table 0, above all those of a program without versions.
inline constexpr std::uint16_t transit_priority = 62000, edge_priority = 62001, probe_priority = 65000;
inline constexpr std::uint16_t lowest_guarded_priority = transit_priority;

/// A rule that tags the frames of a host. Replacing these rules alone moves traffic to a version.
inline bool is_edge_rule(const FlowRule& rule) { return rule.table == 0 && rule.priority == edge_priority; }
/// The slot that a rule belongs to; version_slots if none.
std::uint32_t slot_of(const FlowRule& rule);

/// The program of each switch as rules of a version: the tables of `maker` in the slot's own table, and one
/// rule per port in table 0. The maker's options must name the slot's table.
std::vector<SwitchProgram> stamped_programs(const Network& network, const ProgramMaker& maker,
                                            std::uint32_t slot);
/// For one switch, from a program whose rules are in the slot's table. `ports` are the OpenFlow numbers of
/// its local ports; `to_host` marks those that lead to hosts. `edge` are further actions on frames that come
/// from the host at each port, with a comma after each.
SwitchProgram stamped(const SwitchProgram& plain, std::uint32_t slot, std::uint64_t cookie,
                      const std::vector<std::uint32_t>& ports, const std::vector<bool>& to_host,
                      const std::vector<std::string>& edge = {});

/// What a switch is loaded with outside of rollouts: the program as it is, or, with classes of service or the
/// hosts' own addresses, the same in the first slot.
SwitchProgram complete_program(const Network& network, const ProgramMaker& maker, SwitchId s);
std::vector<SwitchProgram> complete_programs(const Network& network, const ProgramMaker& maker);

}  // namespace ebb::inline fabric
