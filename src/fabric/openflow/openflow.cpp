#include "fabric/openflow/openflow.hpp"

#include <fmt/format.h>

namespace ebb::inline fabric {

std::string address_text(const Ternary& match) {
  if (match.mask == all_address_bits) return mac_text(mac_of(match.value));
  return mac_text(match);
}

std::string flow_text(const FlowRule& rule) {
  return fmt::format("cookie={:#x},table={},priority={}{}{} actions={}", rule.cookie, rule.table,
                     rule.priority, rule.match.empty() ? "" : ",", rule.match, rule.actions);
}

std::string group_text(const FlowGroup& group) {
  std::string line = fmt::format("group_id={},type={}", group.id, group.type);
  for (const std::string& bucket : group.buckets) line += ",bucket=" + bucket;
  return line;
}

std::string flows_file(const SwitchProgram& program) {
  std::string text;
  for (const FlowRule& rule : program.rules) text += flow_text(rule) + "\n";
  return text;
}

std::string groups_file(const SwitchProgram& program) {
  std::string text;
  for (const FlowGroup& group : program.groups) text += group_text(group) + "\n";
  return text;
}

}  // namespace ebb::inline fabric
