#include "tasks/fabric/rollout_task.hpp"

#include "tasks/fabric/fabric_addresses.hpp"
#include "tasks/fabric/fabric_findings.hpp"

namespace ebb::inline tasks {
namespace {

RolloutSettings rollout_settings(const FabricSession& session, const RolloutOptions& options) {
  RolloutSettings settings;
  settings.drain = options.drain;
  settings.at_a_time = switches_at_a_time;
  settings.objections = [&session, probes = options.probes] { return objections_to_deploy(session, probes); };
  return settings;
}

/// The journal of switches whose ports are known and that do not flood when they lose their rules.
Result<Journal> journal_for_rollout(FabricSession& session) {
  if (Problems problems = session.find_all_ports(); !problems.empty()) return problems;
  if (Problems problems = flooding_switches(session); !problems.empty()) return problems;
  return Journal::open(session.journal);
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
