#include "fabric/openflow/ovs_driver.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/ovs_problem.hpp"
#include "fabric/openflow/ovs_text.hpp"

namespace ebb::inline fabric {
namespace {

std::string match_text(const FlowRule& rule) {
  return fmt::format("table={},priority={}{}{}", rule.table, rule.priority, rule.match.empty() ? "" : ",",
                     rule.match);
}

/// All cookie bits except the highest of the version, which no version sets. With a mask of all bits, Open
/// vSwitch scans every rule of that cookie for each removed rule: 20,000 rules took more than 20 s.
constexpr std::uint64_t removal_mask = 0xffff'ffff'7fff'ffff;

std::string change_text(const SwitchChange& change) {
  const FlowRule& rule = change.rule;
  switch (change.kind) {
    case SwitchChange::Kind::add_rule:
      return fmt::format("flow add cookie={:#x},{}{},actions={}", rule.cookie,
                         change.seconds ? fmt::format("hard_timeout={},", change.seconds) : "",
                         match_text(rule), rule.actions);
    case SwitchChange::Kind::remove_rule:  // the cookie is compared, so that no foreign rule is removed
      return fmt::format("flow delete_strict cookie={:#x}/{:#x},{}", rule.cookie, removal_mask,
                         match_text(rule));
    case SwitchChange::Kind::add_group:
      return "group add_or_mod " + group_text(change.group);
    case SwitchChange::Kind::remove_group:
      return fmt::format("group delete group_id={}", change.group.id);
  }
  return "";
}

}  // namespace

std::string bundle_text(const std::vector<SwitchChange>& changes) {
  std::string text;
  for (const SwitchChange& change : changes) text += change_text(change) + "\n";
  return text;
}

std::string probe_text(const ProbeFrame& frame) {
  return fmt::format("{:012x}{:012x}{:04x}{:092}", frame.destination, frame.source, probe_ether_type, 0);
}

OvsDriver::OvsDriver(InventorySwitch entry, const InventoryTls& tls) : entry_(std::move(entry)) {
  if (!tls.key.empty())
    tls_options_ = {"--private-key=" + tls.key, "--certificate=" + tls.certificate, "--ca-cert=" + tls.ca};
}

Problem OvsDriver::explain(const ToolResult& result, const std::string& address) {
  OvsFailure failure = explain_ovs(result, entry_, address);
  connection_failed_ = failure.connection;
  return std::move(failure.problem);
}

Result<std::string> OvsDriver::ofctl(std::vector<std::string> words, const std::string& input) {
  std::vector<std::string> all{"ovs-ofctl", "-O", "OpenFlow14", "--no-names"};
  all.insert(all.end(), tls_options_.begin(), tls_options_.end());
  words.insert(words.begin() + 1, entry_.openflow);
  all.insert(all.end(), words.begin(), words.end());
  ToolResult result = run_tool(all, input, tool_limit, place_);
  if (result.exit_code != 0) return explain(result, entry_.openflow);
  connection_failed_ = false;
  return std::move(result.output);
}

Result<std::vector<InstalledRule>> OvsDriver::rules() {
  const auto flows = ofctl({"dump-flows"});
  if (!flows) return flows.problems();
  std::vector<InstalledRule> rules;
  for (const std::string& line : cut_lines(*flows))
    if (auto rule = parse_flow_line(line)) rules.push_back(std::move(*rule));
  return rules;
}

/// A rollout reads each switch nine times or more. Most tables have no groups, so groups are not read again
/// once there are none: each read starts a process.
Result<SwitchState> OvsDriver::read() {
  SwitchState state;
  auto held = rules();
  if (!held) return held.problems();
  state.rules = std::move(*held);
  if (!may_have_groups_) return state;
  const auto groups = ofctl({"dump-groups"});
  if (!groups) return groups.problems();
  for (const std::string& line : cut_lines(*groups))
    if (auto group = parse_group_line(line)) state.groups.push_back(std::move(*group));
  may_have_groups_ = !state.groups.empty();
  return state;
}

Problems OvsDriver::apply(const std::vector<SwitchChange>& changes) {
  if (changes.empty()) return {};
  for (const SwitchChange& change : changes)
    may_have_groups_ = may_have_groups_ || change.kind == SwitchChange::Kind::add_group;
  const auto done = ofctl({"bundle", "-"}, bundle_text(changes));
  return done ? Problems{} : done.problems();
}

Result<std::vector<PortState>> OvsDriver::ports() {
  // Names are needed here.
  auto described = ofctl({"dump-ports-desc"});
  if (!described) return described.problems();
  const auto counters = ofctl({"dump-ports"});
  if (!counters) return counters.problems();
  return parse_ports(*described, *counters);
}

Result<BridgeSettings> OvsDriver::settings() {
  const nlohmann::json query = {
      "Open_vSwitch",
      {{"op", "select"},
       {"table", "Bridge"},
       {"where", nlohmann::json::array({nlohmann::json::array({"name", "==", entry_.bridge})})},
       {"columns", {"fail_mode"}}}};
  std::vector<std::string> words{"ovsdb-client"};
  words.insert(words.end(), tls_options_.begin(), tls_options_.end());
  words.insert(words.end(), {"transact", entry_.ovsdb, query.dump()});
  const ToolResult result = run_tool(words, "", tool_limit, place_);
  if (result.exit_code != 0) return explain(result, entry_.ovsdb);
  const auto answer = nlohmann::json::parse(result.output, nullptr, false);
  if (!answer.is_array() || answer.empty() || !answer[0].contains("rows"))
    return Problem{entry_.name,
                   fmt::format("its database {} gave an answer that cannot be parsed", entry_.ovsdb),
                   "check that `ovsdb` in the inventory is the address of an ovsdb-server"};
  if (answer[0]["rows"].empty())
    return Problem{entry_.name,
                   fmt::format("its database {} has no bridge \"{}\"", entry_.ovsdb, entry_.bridge),
                   "set `bridge` in the inventory to one that `ovs-vsctl list-br` shows"};
  return BridgeSettings{answer[0]["rows"][0]["fail_mode"] == "secure"};
}

Problems OvsDriver::send(const std::vector<ProbeFrame>& frames) {
  std::string text;
  for (const ProbeFrame& frame : frames)
    text += frame.through_tables ? fmt::format("packet-out in_port={},packet={},actions=table\n", frame.port,
                                               probe_text(frame))
                                 : fmt::format("packet-out in_port=controller,packet={},actions=output:{}\n",
                                               probe_text(frame), frame.port);
  const auto done = ofctl({"bundle", "-"}, text);
  return done ? Problems{} : done.problems();
}

}  // namespace ebb::inline fabric
