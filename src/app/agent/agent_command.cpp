#include "app/agent/agent_command.hpp"

#include <memory>

#include "app/agent/agent_loop.hpp"
#include "app/command/drain_option.hpp"
#include "app/command/report_option.hpp"
#include "base/quantity.hpp"

namespace ebb::inline app {
namespace {

struct Typed {
  AgentArguments agent;
  std::string most_time, day;  ///< as typed
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

int do_agent(Typed& typed) {
  if (!read_time("--time", typed.most_time, typed.agent.most_time) ||
      !read_time("--day", typed.day, typed.agent.day))
    return bad_input;
  return run_agent(typed.agent);
}

void add_files(Command& command, AgentArguments& agent) {
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
  command.add_flag("--force", agent.force, "replace the files of --decisions and --record if they are there");
  add_report_option(command, agent.report);
  command.add_flag("--live", agent.live,
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

void add_status(Command& command, AgentArguments& agent) {
  command.add_option("--status-port", agent.status_port, "answer /status and /metrics on this loopback port")
      ->type_name("PORT")
      ->check(whole_number(1, 65535));
  command
      .add_option("--token-file", agent.token_file,
                  "who knows the token in it is answered; by default the inventory's name with .token")
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
  record->add_flag("--force", typed->agent.force, "replace the file if it is there already");
  record->add_flag("-q,--quiet", typed->agent.quiet, "print nothing but the summary");
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
  AgentArguments& agent = typed->agent;
  add_place(*command, *typed);
  command->add_option(
      "--journal", agent.fabric.journal,
      "what rollouts write down, and the lock; by default the inventory's name with .journal");
  command->add_flag("--dry-run", agent.dry_run, "watch and decide, but change nothing: say what it would do");
  command->add_flag("--all-on", agent.all_on, "bring everything on at full rate, and leave");
  command->add_option("--schedule", agent.schedule, "cables that are off by hour, written by `ebb off`")
      ->type_name("FILE");
  command
      ->add_option("--day", typed->day,
                   "how long a day of the schedule lasts; else the clock on the wall counts")
      ->type_name("TIME");
  add_files(*command, agent);
  command->add_option("--rates", agent.rates, "how rates are set: tc on interfaces of this machine, or none")
      ->check(one_of({"tc", "none"}));
  add_drain_option(*command, agent.drain_ms);
  add_status(*command, agent);
  command->add_flag("-q,--quiet", agent.quiet, "print nothing but the summary");
  const Command* record = add_record(*command, exit_code);
  command->callback([typed, record, &exit_code] {
    if (record->parsed()) return;
    if (typed->agent.fabric.file.empty()) Command::refuse_without("FILE (or: record FILE)");
    if (typed->agent.fabric.inventory.empty()) Command::refuse_without("--inventory");
    exit_code = do_agent(*typed);
  });
}

}  // namespace ebb::inline app
