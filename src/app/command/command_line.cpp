#include "app/command/command_line.hpp"

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>

#include "app/command/command.hpp"
#include "app/command/command_options.hpp"
#include "app/command/command_pages.hpp"
#include "app/command/command_usage.hpp"
#include "app/command/plugin_option.hpp"
#include "app/fabric/fabric_commands.hpp"
#include "app/lab/lab_commands.hpp"
#include "app/off/off_commands.hpp"
#include "app/output/ending.hpp"
#include "app/output/say.hpp"
#include "app/plan/catalogue_command.hpp"
#include "app/plan/plan_commands.hpp"
#include "app/results/results_commands.hpp"
#include "app/run/run_commands.hpp"
#include "app/study/study_commands.hpp"
#include "app/traffic/traffic_commands.hpp"
#include "base/problem.hpp"
#include "tasks/program/program.hpp"

namespace ebb::inline app {
namespace {

/// `ebb docs PAGE`: the generated pages of docs/. It is for developers, so the help does not list it.
void add_docs_command(Command& app, int& /*exit_code*/) {
  auto* command = app.add_subcommand("docs", "print a page of docs/ that is written by the program");
  command->hide();
  command->require_subcommand();
  command->add_subcommand("config", "docs/reference/config.md")->callback([] {
    fmt::print("{}", config_docs());
  });
  add_examples(*command,
               {"python3 tests/check_generated_docs.py build/ebb --write   (brings all pages up to date)"});
}

constexpr const char* program_about = "ebb: networks whose power follows their traffic";
constexpr const char* footer =
    "`ebb COMMAND --help` describes each.\n"
    "Exit code: 0 done, 1 failed on the way, 2 the input is not usable (see stderr).";

void add_commands(Command& app, int& exit_code) {
  add_plan_command(app, exit_code);
  add_catalogue_command(app, exit_code, "topology", "topologies");
  add_catalogue_command(app, exit_code, "routing", "routings");
  add_catalogue_command(app, exit_code, "policy", "power policies");
  add_traffic_command(app, exit_code);
  add_trace_command(app, exit_code);
  add_device_command(app, exit_code);
  add_run_command(app, exit_code);
  add_why_command(app, exit_code);
  add_sweep_command(app, exit_code);
  add_results_command(app, exit_code);
  add_rerun_command(app, exit_code);
  add_report_command(app, exit_code);
  add_plot_command(app, exit_code);
  add_serve_command(app, exit_code);
  add_compare_policies_command(app, exit_code);
  add_frontier_command(app, exit_code);
  add_check_command(app, exit_code);
  add_export_command(app, exit_code);
  add_rules_command(app, exit_code);
  add_trees_command(app, exit_code);
  add_fabric_command(app, exit_code);
  add_agent_command(app, exit_code);
  add_off_command(app, exit_code);
  add_lab_command(app, exit_code);
  add_dmp_command(app, exit_code);
  add_reproduce_command(app, exit_code);
  add_docs_command(app, exit_code);
}

/// The pages that are generated from the tree of commands.
void add_pages_of_the_tree(Command& docs, const CLI::App& app) {
  docs.add_subcommand("man", "the man page, ebb(1)")->callback([&app] {
    fmt::print("{}", man_page(command_pages(app), program_version()));
  });
  docs.add_subcommand("commands", "docs/reference/commands.md")->callback([&app] {
    fmt::print("{}", commands_reference(command_pages(app)));
  });
  auto* shells = docs.add_subcommand("completion", "what a shell completes");
  shells->require_subcommand();
  for (const char* shell : {"bash", "zsh", "fish"})
    shells->add_subcommand(shell, "for " + std::string(shell))->callback([&app, shell] {
      fmt::print("{}", completion(command_pages(app), shell));
    });
}

/// Only for the help: load_plugins() has already removed the option.
void describe_plugin_option(Command& app, std::string& file) {
  app.add_option(plugin_option, file, "load a plugin, before the command (docs/howto/plugins.md); repeatable")
      ->type_name("FILE");
}

/// Turns "help plan size" into "plan size --help". An unknown command is reported as without "help".
void turn_help_round(std::vector<std::string>& args, const Command& all) {
  if (args.empty() || args[0] != "help") return;
  args.erase(args.begin());
  if (args.empty() || all.subcommand(args[0])) args.emplace_back("--help");
}

int parse_and_run(std::vector<std::string> args) {
  turn_seed_into_setting(args);
  if (Problems problems = load_plugins(args); !problems.empty()) return refuse(problems);
  CLI::App app{program_about, "ebb"};
  app.formatter(std::make_shared<HelpText>());
  app.set_help_flag("-h,--help", "print this help and exit");
  app.set_version_flag("--version", "ebb " + program_version(), "print the version and exit");
  app.require_subcommand(1);
  int exit_code = succeeded;
  Command all(app);
  std::string plugin;
  describe_plugin_option(all, plugin);
  add_commands(all, exit_code);
  turn_help_round(args, all);
  add_pages_of_the_tree(*all.subcommand("docs"), app);
  PrintedFile printed;
  add_shared_options(app, printed);
  app.footer(footer);  // after the commands, or they would inherit it
  if (args.empty()) {
    say("{}", app.help());
    return bad_input;
  }
  try {
    app.parse(std::vector<std::string>{args.rbegin(), args.rend()});  // CLI11 takes them in reverse order
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(e);  // help, version
    return refuse({explain(app, args, e)});
  }
  if (Problems problems = printed.finish(); !problems.empty()) return report_failure(problems);
  return exit_code;
}

int complain(const char* what) {
  std::fprintf(stderr, "ebb: %s\n", what);
  return failed;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  // A closed stdout, as of `ebb … | head`, ends the program quietly, whatever the parent process set.
  end_with_the_reader();
  end_well_by_signals();
  // Beyond a limit on file sizes, a write fails and is reported; the signal would end the program.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int exit_code = parse_and_run({argv + (argc > 0 ? 1 : 0), argv + argc});
    if (std::fflush(stdout) != 0) return complain("the output could not be written (is the disk full?)");
    return exit_code;
  } catch (const std::bad_alloc&) {
    return complain("out of memory; try a smaller network or a machine with more");
  } catch (const std::exception& e) {
    return complain(e.what());
  }
}

}  // namespace ebb::inline app
