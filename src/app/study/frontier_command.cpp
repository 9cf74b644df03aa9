#include <memory>

#include "app/command/study_options.hpp"
#include "app/output/say.hpp"
#include "app/study/policy_study_command.hpp"
#include "app/study/study_commands.hpp"
#include "tasks/study/compare_task.hpp"
#include "tasks/study/frontier_task.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline app {
namespace {

struct FrontierArguments : StudyArguments {
  bool quick = false;
};

int do_frontier(FrontierArguments arguments) {
  if (arguments.file.empty()) {
    arguments.file = shipped_contest();  // its results belong here, not beside it
    if (arguments.store.empty()) arguments.store = default_store("frontier.toml");
  }
  const Allocation place = allocation();
  const auto options = options_of(arguments, place);
  if (!options) return refuse(options.problems());
  return do_policy_study(arguments, *options, place, [&](const CompareHooks& hooks) {
    return run_frontier({*options, arguments.quick}, hooks);
  });
}

}  // namespace

void add_frontier_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "frontier",
      "a contest of power policies: each tuned with the same effort, then judged on other seeds; "
      "a stopped one resumes (docs/howto/compare-policies.md)");
  add_examples(*command, {"ebb frontier --quick", "ebb frontier --report fronts.html --csv > fronts.csv",
                          "ebb frontier mine.toml --set frontier.budget=8"});
  const auto arguments = std::make_shared<FrontierArguments>();
  command->add_option("FILE", arguments->file,
                      "as for compare-policies, with `tune` lists and a [frontier] section; else the contest "
                      "that ships with ebb");
  command->add_flag("--quick", arguments->quick, "with the settings that the file's frontier.quick lists");
  add_study_options(*command, *arguments);
  command->callback([arguments, &exit_code] { exit_code = do_frontier(*arguments); });
}

}  // namespace ebb::inline app
