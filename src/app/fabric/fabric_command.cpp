#include <fmt/format.h>

#include <memory>

#include "app/command/drain_option.hpp"
#include "app/fabric/fabric_commands.hpp"
#include "app/output/output_format.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "tasks/fabric/fabric_findings.hpp"
#include "tasks/fabric/fabric_session.hpp"
#include "tasks/fabric/regulate_task.hpp"
#include "tasks/fabric/rollout_task.hpp"
#include "tasks/fabric/verify_task.hpp"

namespace ebb::inline app {
namespace {

struct FabricCommandArguments {
  FabricArguments fabric;
  OutputFormat output;
  bool no_probes = false, new_addresses = false;
  std::uint64_t pairs = 2'000, drain_ms = 1'000;
  RegulateOptions regulate;

  void print(const Table& table) const { output.print(render(table, output.format())); }
};

int print_findings(const FabricFindings& found, const FabricCommandArguments& arguments) {
  arguments.print(found.table);
  return found.sound ? succeeded : failed;
}

int do_check(FabricSession& session, const FabricCommandArguments& arguments) {
  return print_findings(check_fabric(session, !arguments.no_probes), arguments);
}

int do_status(FabricSession& session, const FabricCommandArguments& arguments) {
  return print_findings(fabric_status(session), arguments);
}

int do_diff(FabricSession& session, const FabricCommandArguments& arguments) {
  const auto changes = fabric_changes(session);
  if (!changes) return report_failure(changes.problems());
  if (changes->rows.empty() && arguments.output.format() == Format::text)
    fmt::print("nothing: the switches hold the tables of {}\n", session.file->path);
  else
    arguments.print(*changes);
  return changes->rows.empty() ? succeeded : failed;
}

std::string_view outcome_text(RolloutOutcome outcome) {
  switch (outcome) {
    case RolloutOutcome::nothing_to_do:
      return "nothing to do: the switches hold these tables";
    case RolloutOutcome::repaired:
      return "repaired: switches that had lost rules hold them again";
    case RolloutOutcome::deployed:
      return "deployed";
    case RolloutOutcome::rolled_back:
      return "rolled back: the switches hold what they held before";
    case RolloutOutcome::undone:
      return "taken back: the unfinished rollout is undone";
  }
  return "";
}

int print_rollout(const FabricSession& session, const Result<RolloutDone>& done) {
  if (!done) return report_failure(done.problems());
  if (!done->refused.empty()) return refuse(done->refused);
  fmt::print("{}: {}\n", session.file->path, outcome_text(done->outcome));
  return succeeded;
}

RolloutOptions rollout_options(const FabricCommandArguments& arguments) {
  return {.drain = std::chrono::milliseconds(arguments.drain_ms),
          .probes = !arguments.no_probes,
          .new_addresses = arguments.new_addresses};
}

int do_deploy(FabricSession& session, const FabricCommandArguments& arguments) {
  return print_rollout(session, deploy_fabric(session, rollout_options(arguments)));
}

int do_rollback(FabricSession& session, const FabricCommandArguments& arguments) {
  return print_rollout(session, roll_fabric_back(session, rollout_options(arguments)));
}

int do_verify(FabricSession& session, const FabricCommandArguments& arguments) {
  const auto report = verify_fabric(session, arguments.pairs);
  if (!report) return report_failure(report.problems());
  if (session.by_snmp()) {
    fmt::print("{}: {} pairs followed through {} VLANs and PVIDs, as the switches report them\n",
               session.file->path, report->pairs, report->rules);
    return succeeded;
  }
  fmt::print("{}: {} of {} pairs probed; {} rules counted what the tables predict, {} of them to the frame\n",
             session.file->path, report->pairs, report->all_pairs, report->rules, report->exact);
  return succeeded;
}

int do_regulate(FabricSession& session, const FabricCommandArguments& arguments) {
  RegulateOptions options = arguments.regulate;
  options.drain = std::chrono::milliseconds(arguments.drain_ms);
  if (Problems problems = check_regulation(session, options); !problems.empty())
    return refuse(std::move(problems));
  const auto regulated = regulate_fabric(session, options);
  if (!regulated) return report_failure(regulated.problems());
  if (options.only_plan) {
    for (const std::string& step : regulated->planned) fmt::print("{}\n", step);
    return succeeded;
  }
  arguments.print(regulated->done);
  return regulated->problems.empty() ? succeeded : report_failure(regulated->problems);
}

using FabricAction = int (*)(FabricSession&, const FabricCommandArguments&);

Command* add_part(Command& fabric, const std::string& name, const std::string& about,
                  const std::shared_ptr<FabricCommandArguments>& arguments, int& exit_code,
                  FabricAction action) {
  auto* command = fabric.add_subcommand(name, about);
  command->add_option("FILE", arguments->fabric.file, "a TOML file with [topology] and [rules]")->required();
  command
      ->add_option("-i,--inventory", arguments->fabric.inventory,
                   "the switches: a TOML file (docs/howto/rollouts.md)")
      ->required();
  command->add_option("--journal", arguments->fabric.journal,
                      "journal of rollouts; by default the inventory's name with .journal");
  add_set_option(*command, arguments->fabric.settings);
  command->callback([arguments, &exit_code, action] {
    auto session = open_fabric(arguments->fabric);
    exit_code = session ? action(*session, *arguments) : refuse(session.problems());
  });
  return command;
}

}  // namespace

void add_fabric_command(Command& app, int& exit_code) {
  auto* fabric =
      app.add_subcommand("fabric", "bring a file's tables onto real switches (see docs/howto/rollouts.md)");
  fabric->require_subcommand();
  add_examples(*fabric, {"ebb fabric check mine.toml -i inventory.toml",
                         "ebb fabric deploy mine.toml -i inventory.toml",
                         "ebb fabric rollback mine.toml -i inventory.toml"});
  const auto arguments = std::make_shared<FabricCommandArguments>();
  const auto add = [&](const std::string& name, const std::string& about, FabricAction action) {
    return add_part(*fabric, name, about, arguments, exit_code, action);
  };
  auto* check = add("check", "walk the new tables, compare the cables; nothing is deployed", do_check);
  check->add_flag("--no-probes", arguments->no_probes, "send nothing: cables are not looked at");
  arguments->output.add_options(*check);
  auto* diff = add("diff", "the rules that a deploy would add and remove", do_diff);
  arguments->output.add_options(*diff);
  auto* deploy = add("deploy", "load the tables while traffic flows, or take up a broken rollout", do_deploy);
  deploy->add_flag("--new-addresses", arguments->new_addresses, "even if hosts get other addresses");
  deploy->add_flag("--no-probes", arguments->no_probes, "even if a cable is not where the plan has it");
  add_drain_option(*deploy, arguments->drain_ms);
  auto* verify = add("verify", "send probes through the real tables and compare counters", do_verify);
  verify->add_option("--pairs", arguments->pairs, "probe at most so many pairs of hosts (2000)");
  auto* rollback = add("rollback", "return to what was there before the last deploy", do_rollback);
  add_drain_option(*rollback, arguments->drain_ms);
  auto* regulate = add("regulate",
                       "lead paths over the links of [trees], then switch the others off "
                       "(docs/howto/vlan-trees.md)",
                       do_regulate);
  add_examples(*regulate, {"ebb fabric regulate mine.toml -i inventory.toml --plan",
                           "ebb fabric regulate mine.toml -i inventory.toml --rate s0-s1=100Mb/s"});
  regulate->add_flag("--plan", arguments->regulate.only_plan, "print the steps, change nothing");
  regulate
      ->add_option("--rate", arguments->regulate.rates,
                   "then another rate for all links between two switches, hidden behind a detour\n"
                   "(s0-s1=100Mb/s); by SNMP, or by tc where the ports are on this machine; repeatable")
      ->type_name("LINKS=RATE")
      ->allow_extra_args(false);
  add_drain_option(*regulate, arguments->drain_ms);
  arguments->output.add_options(*regulate);
  auto* status = add("status", "what each switch holds, and how the last rollout ended", do_status);
  arguments->output.add_options(*status);
}

}  // namespace ebb::inline app
