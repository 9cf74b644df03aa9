#include "tasks/fabric/fabric_addresses.hpp"

#include <fmt/format.h>

#include <map>

#include "fabric/rollout/transition.hpp"

namespace ebb::inline tasks {
namespace {

/// The address that a switch assigns to a host, by the match of the host's port.
std::map<std::string, std::string> answers_in(const SwitchProgram& program) {
  constexpr std::string_view before = "set_field:", after = "->eth_src";
  std::map<std::string, std::string> answers;
  for (const FlowRule& rule : program.rules) {
    const std::size_t end = rule.actions.find(after);
    if (rule.match.starts_with("in_port=") && rule.actions.starts_with(before) && end != std::string::npos)
      answers[rule.match.substr(0, rule.match.find(','))] =
          rule.actions.substr(before.size(), end - before.size());
  }
  return answers;
}

Problem other_addresses(const FabricSession& session, std::size_t changed, const std::string& than) {
  return {
      session.file->path,
      fmt::format(
          "gives {} of {} hosts another address than {}: a host cannot be reached until it has requested "
          "its new one",
          changed, session.macs.size(), than),
      "deploy with --new-addresses, then run `ebb dmp` on the hosts; or use an organisation with the same "
      "addresses (per_switch, per_group and compacted share theirs)"};
}

Problems compare_with_switches(const FabricSession& session) {
  const auto target = session.target(1, 0);
  std::size_t changed = 0;
  for (std::size_t s = 0; s < session.drivers.size(); ++s) {
    const auto state = session.drivers[s]->read();
    if (!state) return state.problems();
    const auto now = answers_in(ours(*state, target[s].name));
    for (const auto& [port, address] : answers_in(target[s]))
      changed += now.contains(port) && now.at(port) != address;
  }
  if (changed == 0) return {};
  return {other_addresses(session, changed, "the switches give them now")};
}

}  // namespace

Problems address_problems(const FabricSession& session, const Journal& journal) {
  const RolloutRecord* last = journal.last_done();
  if (!last || last->about.addresses.empty()) return compare_with_switches(session);
  const std::vector<std::string>& before = last->about.addresses;
  const std::vector<std::string> now = session.about().addresses;
  std::size_t changed = 0;
  for (std::size_t h = 0; h < now.size(); ++h) changed += h >= before.size() || before[h] != now[h];
  if (before == now) return {};
  return {other_addresses(session, changed, last->about.organisation + " did")};
}

}  // namespace ebb::inline tasks
