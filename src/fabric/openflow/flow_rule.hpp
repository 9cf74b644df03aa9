// The contents of a real switch: OpenFlow rules and groups as plain data, in the syntax of ovs-ofctl. The
// tables of `rules` are translated into these; drivers send them, read them back and compare.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace ebb::inline fabric {

/// One rule. Match and actions have one canonical spelling, so that two rules are equal exactly when their
/// texts are: lower case, fields in the order of ovs-ofctl's dumps, no spaces.
struct FlowRule {
  std::uint8_t table = 0;
  std::uint16_t priority = 0;
  std::uint64_t cookie = 0;  ///< marks our rules; drivers touch no others
  std::string match;         ///< "dl_dst=02:00:00:00:01:00/ff:ff:ff:ff:ff:00"; empty matches everything
  std::string actions;       ///< "output:3"; "drop"

  auto operator<=>(const FlowRule&) const = default;
};

struct FlowGroup {
  std::uint32_t id = 0;
  std::string type;                  ///< "select", "fast_failover", "all", "indirect"
  std::vector<std::string> buckets;  ///< "weight:1,actions=output:3"

  auto operator<=>(const FlowGroup&) const = default;
};

/// All our rules and groups on one switch.
struct SwitchProgram {
  std::string name;  ///< of the switch in the inventory
  std::vector<FlowRule> rules;
  std::vector<FlowGroup> groups;

  bool operator==(const SwitchProgram&) const = default;
};

}  // namespace ebb::inline fabric
