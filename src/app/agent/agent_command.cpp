#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "app/agent/agent_service.hpp"
#include "app/command/drain_option.hpp"
#include "app/command/report_option.hpp"
#include "app/fabric/fabric_commands.hpp"
#include "app/output/live_address.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "tasks/agent/agent_options.hpp"
#include "tasks/agent/agent_outcome.hpp"
#include "tasks/agent/agent_summary.hpp"
#include "tasks/agent/agent_task.hpp"
#include "tasks/fabric/fabric_session.hpp"
#include "tasks/live/live_page.hpp"

namespace ebb::inline app {
namespace {

struct Typed {
  AgentOptions agent;
  std::string most_time, day, rates = "tc";  ///< as typed
  std::uint64_t drain_ms = 1'000;
  bool quiet = false, live = false;
};

/// Reads an option's time; false when it is invalid.
bool read_time(const std::string& option, const std::string& text, std::optional<Picoseconds>& into) {
  if (text.empty()) return true;
  const auto time = parse_time(text);
  if (!time || time->v <= 0) {
    refuse({{option, "is no positive time: " + text, "for example: " + option + " 60s"}});
    return false;
  }
  into = *time;
  return true;
}

/// The process around an agent: its terminal, its signals, its service manager and its live page.
class AgentProcess {
 public:
  explicit AgentProcess(const Typed& typed) : typed_(typed) {}

  AgentHooks hooks() {
    AgentHooks hooks;
    // Until then nothing has changed, so a signal may end the program at once.
    hooks.prepared = [this] { signals_.emplace(); };
    hooks.starting = [this] {
      return typed_.live ? start_live(page_, typed_.agent.fabric.file) : Problems{};
    };
    if (!typed_.quiet)
      hooks.line = [](const std::string& line) { fmt::print("{}\n", line), (void)std::fflush(stdout); };
    hooks.started = [] { notify_service("READY=1\nSTATUS=watching the ports"); };
    hooks.stepped = [] { notify_service("WATCHDOG=1"); };
    hooks.stopping = [] { notify_service("STOPPING=1\nSTATUS=everything comes on"); };
    hooks.wait = [this](std::chrono::steady_clock::time_point until) { return signals_->wait_until(until); };
    hooks.sampled = [this](const AgentSample& sample) { show(sample); };
    return hooks;
  }
  void end_page(const AgentOutcome& outcome) {
    page_.end(!outcome.problems.empty() ? "The agent has ended; the terminal says why."
              : typed_.agent.dry_run    ? "The dry run has ended; nothing was changed."
                                        : "The agent has ended; everything is on.",
              !outcome.stopped_early,
              [this] { return signals_->wait_until(std::chrono::steady_clock::now()); });
  }

 private:
  void show(const AgentSample& sample) {
    if (!page_.on()) return;
    const double now = sample.now.seconds(),
                 most = typed_.agent.most_time ? typed_.agent.most_time->seconds() : 0;
    page_.progress(fmt::format("{:.0f} s of {}", now, sample.policy), most > 0 ? now / most : 0, sample.last);
    page_.show(sample.report());
  }

  const Typed& typed_;
  std::optional<StopSignals> signals_;
  LivePage page_;
};

void print_outcome(const AgentOptions& agent, const AgentOutcome& outcome) {
  if (agent.only_records)
    fmt::print("{:.1f} s of {} hosts recorded in {}\n", outcome.time.seconds(), outcome.hosts, agent.record);
  else if (agent.dry_run)
    fmt::print("a dry run: nothing was changed, and what follows is what would be\n");
  if (!agent.all_on && !agent.only_records) fmt::print("{}", agent_summary(outcome));
  if (agent.all_on && outcome.problems.empty()) fmt::print("everything is on\n");
}

int do_agent(Typed& typed) {
  AgentOptions& agent = typed.agent;
  if (!read_time("--time", typed.most_time, agent.most_time) || !read_time("--day", typed.day, agent.day))
    return bad_input;
  agent.sets_rates = typed.rates != "none";
  agent.drain = std::chrono::milliseconds(typed.drain_ms);
  agent.keeps_series = typed.live || !agent.report.empty();
  for (const Problems& problems : {check_agent_options(agent), check_report(agent.report)})
    if (!problems.empty()) return refuse(problems);
  AgentProcess process(typed);
  AgentOutcome outcome = run_agent(agent, process.hooks());
  if (!outcome.refused.empty()) return refuse(outcome.refused);
  if (!outcome.ran) return report_failure(outcome.problems);
  process.end_page(outcome);
  if (!agent.report.empty())
    for (const Problem& p : write_report(agent.report, outcome.report)) outcome.problems.push_back(p);
  print_outcome(agent, outcome);
  return outcome.problems.empty() ? succeeded : report_failure(outcome.problems);
}

void add_files(Command& command, Typed& typed) {
  AgentOptions& agent = typed.agent;
  command.add_option("--log", agent.log, "append each decision and event to this file, a line of JSON each")
      ->type_name("FILE");
  command
      .add_option("--decisions", agent.decisions,
                  "write the decisions into this new file as they come, for `ebb why`")
      ->type_name("FILE");
  command
      .add_option("--record", agent.record,
                  "write what hosts send into this new trace as it goes, for `ebb run --replay`")
      ->type_name("FILE");
  command.add_flag("--force", agent.replace_files,
                   "replace the files of --decisions and --record if they are there");
  add_report_option(command, agent.report);
  command.add_flag("--live", typed.live,
                   "serve a page on loopback that follows the ports, and print its address");
}

/// The switches, and for how long.
void add_place(Command& command, Typed& typed) {
  FabricArguments& fabric = typed.agent.fabric;
  command.add_option("FILE", fabric.file,
                     typed.agent.only_records ? "a TOML file with [topology]; [control] is not needed"
                                              : "a TOML file with [topology], [control] and [agent]");
  command.add_option("-i,--inventory", fabric.inventory, "the switches (docs/howto/rollouts.md)");
  add_set_option(command, fabric.settings);
  command.add_option("--time", typed.most_time, "stop cleanly after this time")->type_name("TIME");
}

void add_status(Command& command, AgentOptions& agent) {
  command.add_option("--status-port", agent.status_port, "answer /status and /metrics on this loopback port")
      ->type_name("PORT")
      ->check(whole_number(1, 65535));
  command
      .add_option("--status-address", agent.status_address,
                  "listen on this address of the machine instead of loopback: whoever reaches it and sends "
                  "the token may read, unencrypted")
      ->type_name("ADDRESS");
  command
      .add_option("--token-file", agent.token_file,
                  "file with the token that requests must carry; by default the inventory's name with .token")
      ->type_name("FILE");
}

const Command* add_record(Command& agent, int& exit_code) {
  auto* record = agent.add_subcommand(
      "record", "watch the ports of real switches and keep what hosts send, for `ebb run --replay`");
  add_examples(*record, {"ebb agent record mine.toml -i inventory.toml -o evening.ebbtrace --time 1h",
                         "ebb run mine.toml --replay evening.ebbtrace"});
  const auto typed = std::make_shared<Typed>();
  typed->agent.dry_run = typed->agent.only_records = true;
  add_place(*record, *typed);
  record->add_option("-o,--output", typed->agent.record, "the new trace, written as it goes")
      ->type_name("FILE")
      ->required();
  record->add_flag("--force", typed->agent.replace_files, "replace the file if it is there already");
  record->add_flag("-q,--quiet", typed->quiet, "print nothing but the summary");
  record->callback([typed, &exit_code] {
    if (typed->agent.fabric.file.empty()) Command::refuse_without("FILE");
    if (typed->agent.fabric.inventory.empty()) Command::refuse_without("--inventory");
    exit_code = do_agent(*typed);
  });
  return record;
}

}  // namespace

void add_agent_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "agent", "let a power policy drive the ports of real switches (see docs/howto/agent.md)");
  add_examples(*command, {"ebb agent mine.toml -i inventory.toml --dry-run --time 60s",
                          "ebb agent mine.toml -i inventory.toml --log agent.log",
                          "ebb agent mine.toml -i inventory.toml --all-on",
                          "ebb agent record mine.toml -i inventory.toml -o evening.ebbtrace --time 1h"});
  const auto typed = std::make_shared<Typed>();
  AgentOptions& agent = typed->agent;
  add_place(*command, *typed);
  command->add_option("--journal", agent.fabric.journal,
                      "journal of rollouts, with their lock; by default the inventory's name with .journal");
  command->add_flag("--dry-run", agent.dry_run,
                    "watch and decide, but change nothing: print what it would do");
  command->add_flag("--all-on", agent.all_on, "bring everything on at full rate, and leave");
  command->add_option("--schedule", agent.schedule, "cables that are off by hour, written by `ebb off`")
      ->type_name("FILE");
  command
      ->add_option("--day", typed->day,
                   "how long a day of the schedule lasts; else the clock on the wall counts")
      ->type_name("TIME");
  add_files(*command, *typed);
  command->add_option("--rates", typed->rates, "how rates are set: tc on interfaces of this machine, or none")
      ->check(one_of({"tc", "none"}));
  add_drain_option(*command, typed->drain_ms);
  add_status(*command, agent);
  command->add_flag("-q,--quiet", typed->quiet, "print nothing but the summary");
  const Command* record = add_record(*command, exit_code);
  command->callback([typed, record, &exit_code] {
    if (record->parsed()) return;
    if (typed->agent.fabric.file.empty()) Command::refuse_without("FILE (or: record FILE)");
    if (typed->agent.fabric.inventory.empty()) Command::refuse_without("--inventory");
    exit_code = do_agent(*typed);
  });
}

}  // namespace ebb::inline app
