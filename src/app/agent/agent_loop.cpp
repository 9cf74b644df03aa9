#include "app/agent/agent_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stop_token>

#include "app/agent/agent_check.hpp"
#include "app/agent/agent_figures.hpp"
#include "app/agent/agent_journal.hpp"
#include "app/agent/agent_recording.hpp"
#include "app/agent/agent_service.hpp"
#include "app/agent/agent_status.hpp"
#include "app/agent/agent_time_series.hpp"
#include "app/command/command.hpp"
#include "app/command/report_option.hpp"
#include "app/output/live_address.hpp"
#include "fabric/agent/off/off_file.hpp"
#include "fabric/agent/off/off_schedule.hpp"
#include "fabric/agent/ports/dry_run.hpp"
#include "fabric/agent/ports/openflow_ports.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/agent/rollout_tables.hpp"
#include "report/decisions/agent_clock.hpp"

namespace ebb::inline app {
namespace {

using Clock = std::chrono::steady_clock;

/// The agent's access to the switches.
struct Hands {
  PortShaper shaper;
  std::vector<std::unique_ptr<OpenFlowPorts>> ports;
  std::vector<std::unique_ptr<PortDriver>> dry;
  std::vector<SwitchId> unnumbered;  ///< switches without an answer so far: their port numbers are unknown
  std::unique_ptr<DetourTables> tables;
  std::optional<Journal> journal;
  std::stop_source stop;  ///< ends waits for switches at the end of the run
  RolloutClock clock;
  std::unique_ptr<Rollout> rollout;
  std::unique_ptr<RouteDriver> changer;

  std::vector<PortDriver*> drivers() const {
    std::vector<PortDriver*> all;
    for (const auto& driver : ports) all.push_back(driver.get());
    for (std::size_t s = 0; s < dry.size(); ++s) all[s] = dry[s].get();
    return all;
  }
};

ProgramMaker programs_of(const FabricSession& fabric) {
  ProgramOptions options;
  options.ports = fabric.ports;
  return fabric.file->programs(options);
}

Problems make_hands(const AgentArguments& arguments, AgentSession& session, Hands& hands) {
  FabricSession& fabric = session.fabric;
  for (const auto& driver : fabric.drivers) driver->stop_with(hands.stop.get_token());
  for (std::size_t s = 0; s < fabric.inventory.switches.size(); ++s) {
    const InventorySwitch& entry = fabric.inventory.switches[s];
    hands.ports.push_back(std::make_unique<OpenFlowPorts>(entry.name, entry.openflow, fabric.ports[s]));
    if (arguments.rates == "tc")
      hands.ports.back()->shape_by(hands.shaper, full_rates(session.network(), static_cast<SwitchId>(s)));
    if (arguments.dry_run) hands.dry.push_back(std::make_unique<DryPorts>(*hands.ports.back()));
  }
  for (const SwitchId s : hands.unnumbered) hands.ports[s]->find_by(fabric.inventory.switches[s].ports);
  hands.tables = std::make_unique<DetourTables>(session.network(), programs_of(fabric), fabric.ports);
  if (arguments.dry_run) {
    hands.changer = std::make_unique<DryTables>(*hands.tables);
    return {};
  }
  auto journal = Journal::open(fabric.journal);  // locks these switches against other writers
  if (!journal) return journal.problems();
  hands.journal.emplace(std::move(*journal));
  RolloutSettings settings;
  settings.drain = std::chrono::milliseconds(arguments.drain_ms);
  settings.at_a_time = 8;
  settings.stop = hands.stop.get_token();
  hands.rollout = std::make_unique<Rollout>(fabric.switches(), *hands.journal, hands.clock, settings);
  hands.changer = std::make_unique<RolloutTables>(
      session.network(), *hands.tables, fabric.switches(), *hands.rollout, fabric.about(),
      RolloutTables::Work::by_a_thread,
      session.control->policy->requirements().topology ? RolloutTables::Diverted::counted
                                                       : RolloutTables::Diverted::not_wanted);
  return {};
}

class Loop {
 public:
  Loop(const AgentArguments& arguments, AgentSession& session, Hands& hands, AgentJournal& journal)
      : arguments_(arguments),
        session_(session),
        hands_(hands),
        journal_(journal),
        agent_({session.network(), hands.drivers(), *hands.changer, session.stages.get(), journal},
               *session.control, session.settings) {}

  Problems run(const StopSignals& signals, AgentStatus& status, AgentRecording& recording, LivePage& page) {
    const Clock::time_point start = Clock::now();
    const std::chrono::nanoseconds poll(session_.settings.poll.v / 1000);
    if (arguments_.all_on) agent_.finish();
    bool told = false, stopping = arguments_.all_on;
    for (Clock::time_point next = start;;) {
      step(start, recording);
      if (!told) notify_service("READY=1\nSTATUS=watching the ports"), told = true;
      status.update(agent_, session_, journal_);
      follow_series(page);
      notify_service("WATCHDOG=1");
      const bool over =
          (arguments_.most_time && agent_.now() >= *arguments_.most_time) || !agent_.policy_fault().empty();
      if (somebody_answers()) give_up_unheard_ = Clock::now() + unheard_limit;
      if (stopping && (agent_.finished() || Clock::now() > std::min(give_up_, give_up_unheard_))) break;
      next = std::max(next + poll, Clock::now());
      const bool asked = signals.wait_until(next);
      if ((asked || over) && !stopping) {
        stopping = true, stopped_early_ = asked;
        give_up_ = Clock::now() + finish_limit;
        give_up_unheard_ = Clock::now() + unheard_limit;
        notify_service("STOPPING=1\nSTATUS=everything comes on");
        agent_.finish();
      }
    }
    hands_.stop.request_stop();
    return ended();
  }
  /// Switches on what an agent left off when it did not end cleanly.
  Problems bring_back(const std::string& off_file) {
    const auto off = read_off_file(off_file, session_.network());
    if (!off) return off.problems();
    if (off->unchecked)
      journal_.happened(
          {}, off_file + " is of an earlier release, without checksums: damage to it would not be found");
    if (off->cables.empty()) return {};
    journal_.did({}, fmt::format("{} left off by an earlier agent: they come on first",
                                 counted(off->cables.size(), "cable")));
    agent_.left_off(off->cables);
    return {};
  }
  const Agent& agent() const { return agent_; }
  /// True when a signal ended it before its time was over.
  bool stopped_early() const { return stopped_early_; }
  Document report() const { return series_.document(agent_, session_); }
  void follow(OffSchedule schedule) { schedule_ = std::move(schedule); }

 private:
  static constexpr std::chrono::seconds finish_limit{120};  ///< to switch everything on
  static constexpr std::chrono::seconds unheard_limit{8};   ///< the same while no switch answers

  bool somebody_answers() const {
    for (SwitchId s = 0; s < session_.network().switches(); ++s)
      if (!agent_.is_silent(s)) return true;
    return false;
  }
  /// By the wall clock, or by a simulated day of the given length.
  std::size_t hour_now() const {
    if (arguments_.day)
      return static_cast<std::size_t>(agent_.now().v / std::max<std::int64_t>(1, arguments_.day->v / 24)) %
             24;
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return static_cast<std::size_t>(local.tm_hour);
  }
  void keep_to_schedule() {
    if (!schedule_ || hour_now() == hour_) return;
    hour_ = hour_now();
    agent_.schedule(schedule_->on[hour_]);
  }
  /// Makes the tables again for the ports of a switch that answers for the first time.
  void number_ports() {
    if (agent_.changes_tables()) return;
    std::erase_if(hands_.unnumbered, [&](SwitchId s) {
      if (!hands_.ports[s]->found()) return false;
      session_.fabric.ports[s] = *hands_.ports[s]->found();
      hands_.ports[s]->use(session_.fabric.ports[s]);
      hands_.tables->renumber(programs_of(session_.fabric), session_.fabric.ports);
      return true;
    });
  }
  void step(Clock::time_point start, AgentRecording& recording) {
    const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
    keep_to_schedule();
    number_ports();
    agent_.step(Picoseconds{std::max<std::int64_t>(since, 1) * 1000});
    recording.add(agent_);
    journal_.keep(agent_);
  }
  void follow_series(LivePage& page) {
    if (!page.on() && arguments_.report.empty()) return;
    if (!series_.add(agent_, session_) || !page.on()) return;
    const double now = agent_.now().seconds(),
                 most = arguments_.most_time ? arguments_.most_time->seconds() : 0;
    page.progress(fmt::format("{:.0f} s of {}", now, session_.about.policy), most > 0 ? now / most : 0,
                  journal_.last().empty() ? "" : journal_.last().back());
    page.show(report());
  }
  /// With --all-on, everything that is not on is a failure. Otherwise, only what the agent itself left off or
  /// slow.
  Problems ended() {
    Problems problems;
    const bool own = !agent_.cables_off().empty() || !agent_.all_at_full_rate();
    if (!agent_.finished() || own) problems.push_back(not_all_on());
    for (const Problem& p : agent_.not_on())
      if (arguments_.all_on || !problems.empty())
        problems.push_back(p);
      else
        journal_.happened(agent_.now(), p.where + ": " + p.what);
    for (const Problem& p : journal_.keep_off(agent_.cables_off())) problems.push_back(p);
    for (Problem& p : agent_.policy_fault()) problems.push_back(std::move(p));
    return problems;
  }
  Problem not_all_on() const {
    return {"ebb agent", "could not bring everything on before it ended",
            "`ebb agent FILE -i INVENTORY --all-on` tries again; the switches hold tables for what is on"};
  }

  const AgentArguments& arguments_;
  AgentSession& session_;
  Hands& hands_;
  AgentJournal& journal_;
  Agent agent_;
  AgentTimeSeries series_;
  std::optional<OffSchedule> schedule_;
  bool stopped_early_ = false;
  std::size_t hour_ = hours_of_day;  ///< the hour of the agent's current schedule
  Clock::time_point give_up_ = Clock::now() + finish_limit, give_up_unheard_ = Clock::now() + unheard_limit;
};

}  // namespace

int run_agent(const AgentArguments& arguments) {
  if (const Problems problems = check_agent_arguments(arguments); !problems.empty()) return refuse(problems);
  auto session = open_agent(arguments.fabric,
                            {.decides = !arguments.only_records, .sets_rates = arguments.rates != "none"});
  if (!session) return refuse(session.problems());
  if (!arguments.schedule.empty() && !(*session)->control->levels.has_off())
    return refuse({{arguments.fabric.file,
                    "has no off state in [control]: cables that the schedule switches off would be counted "
                    "at the slowest rate",
                    "give [control] a `wake`, the time that a port takes to come on: wake = \"500ms\""}});
  std::optional<OffSchedule> schedule;
  if (!arguments.schedule.empty()) {
    auto read = read_schedule(arguments.schedule, (*session)->network());
    if (!read) return refuse(read.problems());
    schedule = std::move(*read);
  }
  (*session)->about.run = agent_run_name((*session)->about.run, std::time(nullptr), arguments.dry_run);
  // Nothing has changed yet, so a signal may end the program at once, even while it waits for switches.
  std::vector<SwitchId> unnumbered;
  if (const Problems problems = (*session)->fabric.find_ports_of_those_that_answer(unnumbered);
      !problems.empty())
    return report_failure(problems);
  const StopSignals signals;
  Hands hands;
  hands.unnumbered = std::move(unnumbered);
  if (const Problems problems = make_hands(arguments, **session, hands); !problems.empty())
    return report_failure(problems);
  const std::string off_file = arguments.fabric.inventory + ".off";
  AgentStatus status(arguments.status_port, arguments.token_file.empty()
                                                ? arguments.fabric.inventory + ".token"
                                                : arguments.token_file);
  for (const Problems& problems : {status.check(), check_report(arguments.report)})
    if (!problems.empty()) return refuse(problems);
  // From here on their files exist.
  const Existing existing = arguments.force ? Existing::is_replaced : Existing::is_kept;
  AgentJournal journal({arguments.log, arguments.decisions, off_file, existing}, **session, arguments.quiet,
                       arguments.dry_run);
  if (const Problems problems = journal.check(); !problems.empty()) return refuse(problems);
  AgentRecording recording(arguments.record, existing, (*session)->network(), *hands.tables);
  if (const Problems problems = recording.check(); !problems.empty()) return refuse(problems);
  for (const InventorySwitch& entry : (*session)->fabric.inventory.switches)
    if (!entry.snmp.empty())
      journal.happened({}, entry.name +
                               ": its SNMP address is not used, the agent drives ports over OpenFlow "
                               "(`ebb fabric regulate` uses it)");
  Loop loop(arguments, **session, hands, journal);
  if (!arguments.only_records) {
    if (const Problems problems = loop.bring_back(off_file); !problems.empty())
      return report_failure(problems);
  }
  if (schedule) loop.follow(std::move(*schedule));
  LivePage page;
  if (const Problems problems = arguments.live ? start_live(page, arguments.fabric.file) : Problems{};
      !problems.empty())
    return refuse(problems);
  Problems problems = loop.run(signals, status, recording, page);
  page.end(!problems.empty()   ? "The agent has ended; the terminal says why."
           : arguments.dry_run ? "The dry run has ended; nothing was changed."
                               : "The agent has ended; everything is on.",
           !loop.stopped_early(), [&] { return signals.wait_until(Clock::now()); });
  if (!arguments.report.empty())
    for (const Problem& p : write_report(arguments.report, loop.report())) problems.push_back(p);
  for (const Problems& more : {journal.finish(loop.agent()), recording.finish()})
    problems.insert(problems.end(), more.begin(), more.end());
  if (arguments.only_records)
    fmt::print("{:.1f} s of {} hosts recorded in {}\n", loop.agent().now().seconds(),
               (*session)->network().hosts, arguments.record);
  else if (arguments.dry_run)
    fmt::print("a dry run: nothing was changed, and what follows is what would be\n");
  if (!arguments.all_on && !arguments.only_records) fmt::print("{}", agent_summary(loop.agent(), **session));
  if (arguments.all_on && problems.empty()) fmt::print("everything is on\n");
  if (!problems.empty()) return report_failure(problems);
  return succeeded;
}

}  // namespace ebb::inline app
