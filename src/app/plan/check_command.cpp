#include <memory>

#include "app/output/output_format.hpp"
#include "app/plan/plan_commands.hpp"
#include "tasks/plan/check_task.hpp"

namespace ebb::inline app {
namespace {

struct CheckArguments : CheckOptions {
  OutputFormat output;
};

int do_check(const CheckArguments& arguments) {
  const auto result = check_file(arguments);
  if (!result) return refuse(result.problems());
  arguments.output.print(render(result->table, arguments.output.format()));
  return result->sound ? succeeded : failed;
}

}  // namespace

void add_check_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "check", "prove that a routing reaches every pair and cannot deadlock on a file's network");
  add_examples(*command, {"ebb check examples/run-fbfly-512.toml",
                          "ebb check mine.toml --set routing.name=shortest_path --json"});
  const auto arguments = std::make_shared<CheckArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "a TOML file with [topology] and [routing]; of a sweep, all points are checked")
      ->required();
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_check(*arguments); });
}

}  // namespace ebb::inline app
