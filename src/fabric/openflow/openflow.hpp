// Rules in the syntax of ovs-ofctl: the cookie that marks our rules, and a rule's line in a file to load. The
// text equals the output of `ovs-ofctl --no-names --no-stats dump-flows`, so that texts can be compared.
// OpenFlow 1.3 is the minimum: 1.0 has no masks for addresses and silently drops them.
#pragma once

#include <cstdint>
#include <string>

#include "fabric/openflow/flow_rule.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {

/// The upper half of a cookie marks a rule as ours; the lower half is the version of the tables.
inline constexpr std::uint64_t cookie_mark = 0xebb0'0000'0000'0000, cookie_mask = 0xffff'ffff'0000'0000;

/// The cookie bits for counting the rules of versions. No version sets its highest bit; the rules of probes,
/// which expire by themselves, do.
inline constexpr std::uint64_t version_rules_mask = 0xffff'ffff'8000'0000;

constexpr std::uint64_t cookie_of(std::uint32_t version) { return cookie_mark | version; }
constexpr bool is_ours(std::uint64_t cookie) { return (cookie & cookie_mask) == cookie_mark; }
constexpr std::uint32_t version_of(std::uint64_t cookie) { return static_cast<std::uint32_t>(cookie); }

/// "02:00:00:00:01:00/ff:ff:ff:ff:ff:00"; a mask that compares every bit is left out, as Open vSwitch does.
std::string address_text(const Ternary& match);

/// "cookie=0xebb0000000000001,table=0,priority=1000,dl_dst=02:00:00:00:00:01 actions=output:3"
std::string flow_text(const FlowRule& rule);
/// "group_id=1,type=select,bucket=weight:1,actions=output:3,bucket=…"
std::string group_text(const FlowGroup& group);

/// The lines of all rules, as `ovs-ofctl -O OpenFlow13 replace-flows` reads them.
std::string flows_file(const SwitchProgram& program);
/// The lines of all groups; empty when there is none.
std::string groups_file(const SwitchProgram& program);

}  // namespace ebb::inline fabric
