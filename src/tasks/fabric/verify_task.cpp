#include "tasks/fabric/verify_task.hpp"

#include <utility>

#include "base/problem.hpp"
#include "fabric/rollout/rollout.hpp"
#include "fabric/snmp/verify_vlans.hpp"

namespace ebb::inline tasks {

Result<VerifyReport> verify_fabric(FabricSession& session, std::uint64_t most_pairs) {
  if (Problems problems = session.find_all_ports(); !problems.empty()) return problems;
  const auto held = target_as_held(session);
  if (!held) return held.problems();
  for (std::size_t s = 0; s < held->programs.size(); ++s)
    if (!changes_to(held->programs[s], held->states[s]).empty())
      return Problem{held->programs[s].name, "does not hold the tables of this file",
                     "see `ebb fabric diff`, then `ebb fabric deploy`"};
  if (session.by_snmp()) {
    VerifyReport report = verify_vlans(session.network(), session.switches(), held->programs, session.ports);
    if (!report.problems.empty()) return report.problems;
    return report;
  }
  RolloutClock clock;
  VerifyReport report = verify_tables(session.network(), session.switches(), held->programs, session.ports,
                                      session.macs, most_pairs, clock);
  if (!report.problems.empty()) return report.problems;
  return report;
}

}  // namespace ebb::inline tasks
