#include "app/fabric/fabric_command.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/command/drain_option.hpp"
#include "app/fabric/fabric_addresses.hpp"
#include "app/fabric/fabric_findings.hpp"
#include "app/fabric/fabric_regulate.hpp"
#include "app/output/output_format.hpp"
#include "fabric/rollout/verify.hpp"
#include "report/document/render.hpp"

namespace ebb::inline app {
namespace {

struct Arguments {
  FabricArguments fabric;
  OutputFormat output;
  bool no_probes = false, new_addresses = false;
  std::uint64_t pairs = 2'000, drain_ms = 1'000;
  RegulateOptions regulate;
};

int print_findings(const FabricFindings& found, const Arguments& arguments) {
  arguments.output.print(render(found.table, arguments.output.format()));
  return found.sound ? succeeded : failed;
}

/// Problems with switches, not with the input.
int do_check(const Arguments& arguments) {
  auto session = open_fabric(arguments.fabric);
  if (!session) return refuse(session.problems());
  return print_findings(check_fabric(*session, !arguments.no_probes), arguments);
}

int do_status(const Arguments& arguments) {
  auto session = open_fabric(arguments.fabric);
  if (!session) return refuse(session.problems());
  return print_findings(fabric_status(*session), arguments);
}

int do_diff(const Arguments& arguments) {
  auto session = open_fabric(arguments.fabric);
  if (!session) return refuse(session.problems());
  const auto changes = fabric_changes(*session);
  if (!changes) return report_failure(changes.problems());
  if (changes->rows.empty() && arguments.output.format() == Format::text)
    fmt::print("nothing: the switches hold the tables of {}\n", session->file->path);
  else
    arguments.output.print(render(*changes, arguments.output.format()));
  return changes->rows.empty() ? succeeded : failed;
}

Problems refuse_floods(const FabricSession& session) {
  Problems problems;
  for (SwitchDriver* driver : session.switches()) {
    const auto settings = driver->settings();
    if (!settings)
      problems.insert(problems.end(), settings.problems().begin(), settings.problems().end());
    else if (!settings->secure)
      problems.push_back({driver->name(), "would flood when it loses its rules (fail_mode is not secure)",
                          "ovs-vsctl set-fail-mode BRIDGE secure"});
  }
  return problems;
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

int do_rollout(const Arguments& arguments, bool back) {
  auto session = open_fabric(arguments.fabric);
  if (!session) return refuse(session.problems());
  if (const Problems problems = session->find_all_ports(); !problems.empty()) return report_failure(problems);
  if (const Problems problems = refuse_floods(*session); !problems.empty()) return report_failure(problems);
  auto journal = Journal::open(session->journal);
  if (!journal) return report_failure(journal.problems());
  if (!back && !arguments.new_addresses)
    if (const Problems problems = address_problems(*session, *journal); !problems.empty())
      return refuse(problems);
  RolloutClock clock;
  RolloutSettings settings;
  settings.drain = std::chrono::milliseconds(arguments.drain_ms);
  settings.at_a_time = 8;  // most of the time is spent waiting for switches
  settings.objections = [&] { return objections_to_deploy(*session, !arguments.no_probes); };
  Rollout rollout(session->switches(), *journal, clock, settings);
  const auto outcome =
      back ? rollout.rollback() : rollout.deploy(session->about(), [&](std::uint32_t v, std::uint32_t s) {
        return session->target(v, s);
      });
  if (!outcome) return report_failure(outcome.problems());
  fmt::print("{}: {}\n", session->file->path, outcome_text(*outcome));
  return succeeded;
}

int do_verify(const Arguments& arguments) {
  auto session = open_fabric(arguments.fabric);
  if (!session) return refuse(session.problems());
  if (const Problems problems = session->find_all_ports(); !problems.empty()) return report_failure(problems);
  const auto held = target_as_held(*session);
  if (!held) return report_failure(held.problems());
  for (std::size_t s = 0; s < held->programs.size(); ++s)
    if (!changes_to(held->programs[s], held->states[s]).empty())
      return report_failure({{held->programs[s].name, "does not hold the tables of this file",
                              "see `ebb fabric diff`, then `ebb fabric deploy`"}});
  RolloutClock clock;
  const VerifyReport report = verify_tables(session->network(), session->switches(), held->programs,
                                            session->ports, session->macs, arguments.pairs, clock);
  if (!report.problems.empty()) return report_failure(report.problems);
  fmt::print("{}: {} of {} pairs probed; {} rules counted what the tables predict, {} of them to the frame\n",
             session->file->path, report.pairs, report.all_pairs, report.rules, report.exact);
  return succeeded;
}

Command* add_part(Command& fabric, const std::string& name, const std::string& about,
                  const std::shared_ptr<Arguments>& arguments) {
  auto* command = fabric.add_subcommand(name, about);
  command->add_option("FILE", arguments->fabric.file, "a TOML file with [topology] and [rules]")->required();
  command
      ->add_option("-i,--inventory", arguments->fabric.inventory,
                   "the switches: a TOML file (docs/howto/rollouts.md)")
      ->required();
  command->add_option("--journal", arguments->fabric.journal,
                      "what rollouts write down; by default the inventory's name with .journal");
  add_set_option(*command, arguments->fabric.settings);
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
  const auto arguments = std::make_shared<Arguments>();
  auto* check =
      add_part(*fabric, "check", "walk the new tables, compare the cables; nothing is deployed", arguments);
  check->add_flag("--no-probes", arguments->no_probes, "send nothing: cables are not looked at");
  arguments->output.add_options(*check);
  check->callback([arguments, &exit_code] { exit_code = do_check(*arguments); });
  auto* diff = add_part(*fabric, "diff", "the rules that a deploy would add and remove", arguments);
  arguments->output.add_options(*diff);
  diff->callback([arguments, &exit_code] { exit_code = do_diff(*arguments); });
  auto* deploy = add_part(*fabric, "deploy",
                          "load the tables while traffic flows, or take up a broken rollout", arguments);
  deploy->add_flag("--new-addresses", arguments->new_addresses, "even if hosts get other addresses");
  deploy->add_flag("--no-probes", arguments->no_probes, "even if a cable is not where the plan has it");
  add_drain_option(*deploy, arguments->drain_ms);
  deploy->callback([arguments, &exit_code] { exit_code = do_rollout(*arguments, false); });
  auto* verify =
      add_part(*fabric, "verify", "send probes through the real tables and compare counters", arguments);
  verify->add_option("--pairs", arguments->pairs, "probe at most so many pairs of hosts (2000)");
  verify->callback([arguments, &exit_code] { exit_code = do_verify(*arguments); });
  auto* rollback =
      add_part(*fabric, "rollback", "return to what was there before the last deploy", arguments);
  add_drain_option(*rollback, arguments->drain_ms);
  rollback->callback([arguments, &exit_code] { exit_code = do_rollout(*arguments, true); });
  auto* regulate = add_part(*fabric, "regulate",
                            "lead paths over the links of [trees] and switch the others off, step by step "
                            "(docs/howto/vlan-trees.md)",
                            arguments);
  regulate->add_flag("--plan", arguments->regulate.only_plan, "say the steps, and do nothing");
  regulate
      ->add_option("--rate", arguments->regulate.rates,
                   "then another rate for all links between two switches, hidden behind a detour\n"
                   "(s0-s1=100Mb/s); by SNMP, or by tc where the ports are on this machine; repeatable")
      ->type_name("LINKS=RATE")
      ->allow_extra_args(false);
  add_drain_option(*regulate, arguments->regulate.drain_ms);
  arguments->output.add_options(*regulate);
  regulate->callback([arguments, &exit_code] {
    exit_code = regulate_fabric(arguments->fabric, arguments->regulate, arguments->output);
  });
  auto* status =
      add_part(*fabric, "status", "what each switch holds, and how the last rollout ended", arguments);
  arguments->output.add_options(*status);
  status->callback([arguments, &exit_code] { exit_code = do_status(*arguments); });
}

}  // namespace ebb::inline app
