#include "app/compare_policies_command.hpp"

#include <fmt/core.h>

#include <memory>

#include "app/command.hpp"
#include "app/output_format.hpp"
#include "app/replay_option.hpp"
#include "app/say.hpp"
#include "report/policy_report.hpp"
#include "study/compare_policies.hpp"
#include "study/side_by_side.hpp"

namespace ebb::inline app {
namespace {

struct CompareArguments {
  std::string file;
  std::vector<std::string> settings;
  std::string replay;
  std::size_t jobs = 0;
  bool quiet = false;
  OutputFormat output;
};

int do_compare(const CompareArguments& arguments) {
  CompareHooks hooks;
  hooks.jobs = arguments.jobs > 0 ? arguments.jobs : cores_of_machine();
  hooks.note = [](const std::string& note) { say("{}\n", note); };
  if (!arguments.quiet)
    hooks.finished = [](const std::string& policy, Verdict verdict) {
      say("{}: {}\n", policy, name_of(verdict));
    };
  const auto comparison =
      compare_policies(arguments.file, with_replay(arguments.settings, arguments.replay), hooks);
  if (!comparison) return refuse(comparison.problems());
  fmt::print("{}", render(policy_table(*comparison, arguments.file), arguments.output.format()));
  return succeeded;
}

}  // namespace

void add_compare_policies_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "compare-policies", "one run under many power policies: energy against latency (docs/energy.md)");
  add_examples(*command, {"ebb compare-policies examples/run-halve-double.toml",
                          "ebb compare-policies mine.toml --set control.wake=1us --csv"});
  const auto arguments = std::make_shared<CompareArguments>();
  command->add_option("FILE", arguments->file, "a run, with the policies as [[compare]] or one of each kind")
      ->required();
  add_set_option(*command, arguments->settings);
  add_replay_option(*command, arguments->replay);
  command->add_option("--jobs", arguments->jobs, "runs at a time; default: as many as there are cores")
      ->type_name("N")
      ->check(whole_number(1, 1024));
  command->add_flag("-q,--quiet", arguments->quiet, "do not say which runs are done");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_compare(*arguments); });
}

}  // namespace ebb::inline app
