// What a real switch is loaded with: OpenFlow rules and groups as plain data, in the words of ovs-ofctl. The
// tables of `rules` become these; drivers send them, read them back and compare.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace ebb::inline fabric {

/// One rule. Match and actions are in one canonical spelling, so that two rules are the same exactly when
/// their texts are: lower case, fields in the order of ovs-ofctl's own dumps, no spaces.
struct FlowRule {
  std::uint8_t table = 0;
  std::uint16_t priority = 0;
  std::uint64_t cookie = 0;  ///< says whose the rule is; drivers touch no other's
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

/// All of ours on one switch.
struct SwitchProgram {
  std::string name;  ///< of the switch, as the inventory has it
  std::vector<FlowRule> rules;
  std::vector<FlowGroup> groups;

  bool operator==(const SwitchProgram&) const = default;
};

}  // namespace ebb::inline fabric
