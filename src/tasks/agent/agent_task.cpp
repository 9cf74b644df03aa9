#include "tasks/agent/agent_task.hpp"

#include <ctime>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/whole_file.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/agent/off/off_schedule.hpp"
#include "fabric/inventory/inventory.hpp"
#include "network/network.hpp"
#include "report/decisions/agent_clock.hpp"
#include "tasks/agent/agent_figures.hpp"
#include "tasks/agent/agent_loop.hpp"

namespace ebb::inline tasks {
namespace {

AgentOutcome refused(Problems problems) { return {.refused = std::move(problems)}; }
AgentOutcome failed_with(Problems problems) { return {.problems = std::move(problems)}; }

/// The cables that are off by hour; nullopt without a schedule.
Result<std::optional<OffSchedule>> schedule_of(const AgentOptions& options, const AgentSession& session) {
  if (options.schedule.empty()) return std::optional<OffSchedule>();
  if (!session.control->levels.has_off())
    return Problem{options.fabric.file,
                   "has no off state in [control]: cables that the schedule switches off would be counted "
                   "at the slowest rate",
                   "give [control] a `wake`, the time that a port takes to come on: wake = \"500ms\""};
  auto schedule = read_schedule(options.schedule, session.network());
  if (!schedule) return schedule.problems();
  return std::optional(std::move(*schedule));
}

void name_unused_addresses(const AgentSession& session, AgentJournal& journal) {
  for (const InventorySwitch& entry : session.fabric.inventory.switches)
    if (!entry.snmp.empty() && !entry.by_snmp())
      journal.happened({}, entry.name +
                               ": its SNMP address is not used, the agent drives ports over OpenFlow "
                               "(`ebb fabric regulate` uses it)");
}

void add_figures(const AgentLoop& loop, const AgentOptions& options, const AgentSession& session,
                 const AgentJournal& journal, AgentOutcome& outcome) {
  const Agent& agent = loop.agent();
  outcome.ran = true;
  outcome.stopped_early = loop.stopped_early();
  outcome.time = agent.now();
  outcome.policy = session.about.policy;
  outcome.levels = session.about.levels;
  outcome.hosts = session.network().hosts;
  outcome.decisions = agent.decisions();
  outcome.reasons = agent.reasons();
  outcome.last_events.assign(journal.last().begin(), journal.last().end());
  outcome.cables = cables_by_phase(agent);
  outcome.result = agent_result(agent, session);
  if (options.keeps_series) outcome.report = loop.report();
}

/// From here on the files of the agent exist.
AgentOutcome run_on(AgentSwitches& switches, const AgentOptions& options, const AgentHooks& hooks,
                    AgentSession& session, std::optional<OffSchedule> schedule) {
  AgentStatus status({options.status_port, options.status_address,
                      options.token_file.empty() ? options.fabric.inventory + ".token" : options.token_file});
  if (const Problems problems = status.check(); !problems.empty()) return refused(problems);
  const Existing existing = options.replace_files ? Existing::is_replaced : Existing::is_kept;
  AgentJournal journal({options.log, options.decisions, options.off_file(), existing}, session, hooks.line,
                       options.dry_run);
  if (const Problems problems = journal.check(); !problems.empty()) return refused(problems);
  AgentRecording recording(options.record, existing, session.network(), switches.tables());
  if (const Problems problems = recording.check(); !problems.empty()) return refused(problems);
  if (!options.record.empty()) session.settings.calm_poll = {};  // a recording has all ports at each step
  name_unused_addresses(session, journal);
  AgentLoop loop({options, hooks, session, switches, journal, status, recording});
  if (!options.only_records)
    if (const Problems problems = loop.bring_back(); !problems.empty()) return failed_with(problems);
  if (schedule) loop.follow(std::move(*schedule));
  if (const Problems problems = hooks.starting ? hooks.starting() : Problems{}; !problems.empty())
    return refused(problems);
  AgentOutcome outcome{.problems = loop.run()};
  for (const Problems& more : {journal.finish(loop.agent()), recording.finish()})
    outcome.problems.insert(outcome.problems.end(), more.begin(), more.end());
  add_figures(loop, options, session, journal, outcome);
  return outcome;
}

}  // namespace

AgentOutcome run_agent(const AgentOptions& options, const AgentHooks& hooks) {
  if (const Problems problems = check_agent_options(options); !problems.empty()) return refused(problems);
  auto opened =
      open_agent(options.fabric, {.decides = !options.only_records, .sets_rates = options.sets_rates});
  if (!opened) return refused(opened.problems());
  AgentSession& session = **opened;
  auto schedule = schedule_of(options, session);
  if (!schedule) return refused(schedule.problems());
  session.about.run = agent_run_name(session.about.run, std::time(nullptr), options.dry_run);
  std::vector<SwitchId> unnumbered;
  if (const Problems problems = session.fabric.find_ports_of_those_that_answer(unnumbered); !problems.empty())
    return failed_with(problems);
  if (hooks.prepared) hooks.prepared();
  AgentSwitches switches(session, std::move(unnumbered));
  if (const Problems problems = switches.open(options); !problems.empty()) return failed_with(problems);
  return run_on(switches, options, hooks, session, std::move(*schedule));
}

}  // namespace ebb::inline tasks
