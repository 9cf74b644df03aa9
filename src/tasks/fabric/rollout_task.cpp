#include "tasks/fabric/rollout_task.hpp"

#include <fmt/format.h>

#include <map>

#include "fabric/openflow/flow_rule.hpp"
#include "fabric/rollout/journal.hpp"
#include "fabric/rollout/rollout_record.hpp"
#include "fabric/rollout/transition.hpp"
#include "tasks/fabric/fabric_findings.hpp"

namespace ebb::inline tasks {
namespace {

RolloutSettings rollout_settings(const FabricSession& session, const RolloutOptions& options) {
  RolloutSettings settings = session.rollout_settings(options.drain);
  settings.objections = [&session, probes = options.probes] { return objections_to_deploy(session, probes); };
  return settings;
}

/// The journal of switches whose ports are known and that do not flood when they lose their rules.
Result<Journal> journal_for_rollout(FabricSession& session) {
  if (Problems problems = session.find_all_ports(); !problems.empty()) return problems;
  if (Problems problems = flooding_switches(session); !problems.empty()) return problems;
  return Journal::open(session.journal);
}

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

/// Checks whether the tables would assign hosts other addresses than they have: such hosts are cut off until
/// they request a new one. Compares with the last rollout. Without one in the journal, it compares with the
/// addresses that the switches assign now. Needs the ports.
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

}  // namespace

Result<RolloutDone> deploy_fabric(FabricSession& session, const RolloutOptions& options) {
  auto journal = journal_for_rollout(session);
  if (!journal) return journal.problems();
  if (!options.new_addresses)
    if (Problems changed = address_problems(session, *journal); !changed.empty())
      return RolloutDone{.refused = std::move(changed)};
  RolloutClock clock;
  Rollout rollout(session.switches(), *journal, clock, rollout_settings(session, options));
  const auto outcome = rollout.deploy(session.about(), [&](std::uint32_t version, std::uint32_t slot) {
    return session.target(version, slot);
  });
  if (!outcome) return outcome.problems();
  return RolloutDone{*outcome};
}

Result<RolloutDone> roll_fabric_back(FabricSession& session, const RolloutOptions& options) {
  auto journal = journal_for_rollout(session);
  if (!journal) return journal.problems();
  RolloutClock clock;
  Rollout rollout(session.switches(), *journal, clock, rollout_settings(session, options));
  const auto outcome = rollout.rollback();
  if (!outcome) return outcome.problems();
  return RolloutDone{*outcome};
}

}  // namespace ebb::inline tasks
