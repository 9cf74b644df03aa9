#include <fmt/format.h>

#include <memory>

#include "app/off/links_options.hpp"
#include "app/off/off_commands.hpp"
#include "app/output/output_format.hpp"
#include "app/output/say.hpp"
#include "base/problem.hpp"
#include "tasks/fabric/switch_choice.hpp"
#include "tasks/trees/bridge_commands.hpp"
#include "tasks/trees/snmp_trees_task.hpp"
#include "tasks/trees/trees_tables.hpp"
#include "tasks/trees/trees_task.hpp"

namespace ebb::inline app {
namespace {

struct TreesArguments {
  std::string file, folder;
  LinksOptions links;
  Settings settings;
  std::vector<std::string> switches;
  SnmpTreesOptions snmp;
  bool bridge = false;
  OutputFormat output;
};

int write_rules(const TreesResult& trees, const std::string& folder, const std::vector<SwitchId>& switches) {
  const auto written = write_tree_rules(trees, folder, switches);
  if (!written) return refuse(written.problems());
  fmt::print(
      "{} rules of {} in {}; load them with\n  ovs-ofctl -O OpenFlow13 replace-flows BRIDGE {}.flows\n",
      written->rules, counted(switches.size(), "switch", "switches"), folder, written->first);
  return succeeded;
}

/// Prints the steps, and how they ended.
int configure_by_snmp(const TreesResult& trees, const SnmpTreesOptions& options) {
  const auto done = configure_trees(trees, options);
  if (!done) return refuse(done.problems());
  for (const std::string& step : done->steps) fmt::print("{}\n", step);
  const std::string steps = counted(done->steps.size(), "step");
  if (options.plan) return fmt::print("{} to do; nothing was changed\n", steps), succeeded;
  using End = VlanRollout::End;
  if (done->rollout.end == End::applied) return fmt::print("{} done\n", steps), succeeded;
  Problems problems = done->rollout.problems;
  if (done->rollout.end == End::undone)
    say("all steps before it were undone: every switch has its old VLANs\n");
  for (const std::string& left : done->rollout.left)
    problems.push_back({left, "could not be undone",
                        "repeat the command when the switch answers: it goes on from any state"});
  refuse(problems);
  return failed;
}

int run_trees(const TreesArguments& arguments) {
  const auto trees =
      plan_trees({arguments.file, arguments.settings, [](const std::string& text) { say("{}\n", text); }});
  if (!trees) return refuse(trees.problems());
  if (arguments.links.given()) return print_links(*trees, arguments.links, arguments.output);
  const auto switches = chosen_switches(trees->network(), arguments.switches);
  if (!switches) return refuse(switches.problems());
  if (!arguments.folder.empty()) {
    if (const int code = write_rules(*trees, arguments.folder, *switches); code != succeeded) return code;
  } else if (!arguments.snmp.inventory.empty()) {
    if (!trees->walked.problems.empty()) return refuse(trees->walked.problems);
    return configure_by_snmp(*trees, arguments.snmp);
  } else if (arguments.bridge) {
    fmt::print("{}", bridge_commands(*trees, *switches));
  } else {
    fmt::print("{}", trees_text(*trees, *switches, arguments.output.format()));
  }
  return trees->walked.problems.empty() ? succeeded : refuse(trees->walked.problems);
}

}  // namespace

void add_trees_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "trees", "a network with loops as VLAN trees: ports, rules, proofs (see docs/howto/vlan-trees.md)");
  add_examples(*command,
               {"ebb trees examples/trees-koibuchi.toml --switch s0",
                "ebb trees examples/trees-koibuchi.toml --set 'trees.off=[\"s0-s1:4\", \"s1-s2\"]'",
                "ebb trees examples/trees-koibuchi.toml --openflow rules/",
                "ebb trees examples/trees-koibuchi.toml --bridge --switch s0",
                "ebb trees network.toml --snmp inventory.toml --plan",
                "ebb trees examples/trees-koibuchi.toml --trace examples/search-64.ebbtrace --peak 1MB"});
  const auto arguments = std::make_shared<TreesArguments>();
  command->add_option("FILE", arguments->file, "a TOML file with [topology] and [trees]")->required();
  auto* only =
      command->add_option("--switch", arguments->switches, "only this switch (s0, s1, …); repeatable")
          ->type_name("NAME")
          ->allow_extra_args(false);
  auto* folder = command
                     ->add_option("--openflow", arguments->folder,
                                  "write one file per switch for `ovs-ofctl -O OpenFlow13 replace-flows`")
                     ->type_name("DIR");
  auto* bridge =
      command->add_flag("--bridge", arguments->bridge, "print commands for Linux bridges (VLANs, addresses)")
          ->excludes(folder);
  auto* snmp =
      command
          ->add_option("--snmp", arguments->snmp.inventory,
                       "configure the VLANs of managed switches by Q-BRIDGE-MIB; INVENTORY has their "
                       "addresses and ports")
          ->type_name("INVENTORY")
          ->excludes(folder)
          ->excludes(bridge)
          ->excludes(only);
  command->add_flag("--plan", arguments->snmp.plan, "with --snmp: print the steps, change nothing")
      ->needs(snmp);
  command
      ->add_flag("--stp-off", arguments->snmp.stp_off,
                 "with --snmp: switch STP off on ports between switches; otherwise such ports are refused")
      ->needs(snmp);
  const auto of_trace = arguments->links.add_options(*command);
  of_trace.slower->needs(of_trace.trace);
  auto* peak = of_trace.peak->excludes(only)->excludes(folder)->excludes(bridge)->excludes(snmp);
  const auto power_saved =
      arguments->links.power.add_options(*command,
                                         "with --peak: the switch whose file states the power of a port "
                                         "(`ebb device list`): the least power instead "
                                         "of the fewest links");
  power_saved.device->needs(peak), power_saved.watts->needs(peak);
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = run_trees(*arguments); });
}

}  // namespace ebb::inline app
