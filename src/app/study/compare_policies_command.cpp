#include <memory>

#include "app/command/replay_option.hpp"
#include "app/command/study_options.hpp"
#include "app/output/say.hpp"
#include "app/study/policy_study_command.hpp"
#include "app/study/study_commands.hpp"
#include "tasks/study/compare_task.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline app {
namespace {

struct CompareArguments : StudyArguments {
  std::string replay;
  std::uint64_t repeats = 0;
  JudgedBy judged_by;
};

int do_compare(const CompareArguments& arguments) {
  const Allocation place = allocation();
  const auto options = options_of(arguments, place);
  if (!options) return refuse(options.problems());
  return do_policy_study(arguments, *options, place, [&](const CompareHooks& hooks) {
    return compare_policies({*options, arguments.replay, arguments.repeats, arguments.judged_by}, hooks);
  });
}

void add_axes(Command& command, JudgedBy& judged_by) {
  command
      .add_option("--x", judged_by.x,
                  "the figure that policies are judged by besides --y; less is better; else mean_increase_us")
      ->type_name("FIGURE");
  command
      .add_option(
          "--y", judged_by.y,
          "the other one; else power.total_w with a [plan], or the energy under the first power table")
      ->type_name("FIGURE");
  command.add_option("--column", judged_by.columns, "a stored figure to show too; repeatable")
      ->type_name("FIGURE")
      ->allow_extra_args(false);
}

}  // namespace

void add_compare_policies_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("compare-policies",
                         "one run under many power policies, or a [sweep] of them: energy against "
                         "latency; a stopped study resumes (docs/howto/compare-policies.md)");
  add_examples(*command, {"ebb compare-policies examples/run-halve-double.toml",
                          "ebb compare-policies mine.toml --set control.wake=1us --csv",
                          "ebb compare-policies mine.toml --repeats 5 --store night.results",
                          "ebb compare-policies mine.toml --x latency.messages.p99_ns"});
  const auto arguments = std::make_shared<CompareArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "a run, with the policies as [[compare]] or one of each kind; a [sweep] varies the rest")
      ->required();
  add_replay_option(*command, arguments->replay);
  command->add_option("--repeats", arguments->repeats, "seeds of each policy, as in [sweep]")
      ->type_name("N")
      ->check(whole_number(1, 1000));
  add_axes(*command, arguments->judged_by);
  add_study_options(*command, *arguments);
  command->callback([arguments, &exit_code] { exit_code = do_compare(*arguments); });
}

}  // namespace ebb::inline app
