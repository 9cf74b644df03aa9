#include <fmt/core.h>

#include <memory>

#include "app/output/output_format.hpp"
#include "app/results/stored_choice.hpp"
#include "app/run/run_commands.hpp"
#include "base/problem.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "tasks/run/rerun_task.hpp"

namespace ebb::inline app {
namespace {

struct RerunArguments {
  StoreChoice stores;
  std::string id;
  OutputFormat output;
};

std::string outcome_text(const StoredRun& stored, const RepeatedRun& run, Format format) {
  if (format == Format::text) return run.again.summary + run.verdict + "\n";
  Table table{.title = stored.id,
              .columns = {{"id", "id"},
                          {"stored_digest", "stored digest"},
                          {"digest", "digest"},
                          {"same", "same"},
                          {"stored_version", "stored by ebb"},
                          {"version", "ebb"},
                          {"verdict", "verdict"}},
              .rows = {}};
  table.add({stored.id, stored.digest, run.again.digest, run.is_same, stored.version, run.again.version,
             run.again.verdict});
  return render(table, format);
}

int do_rerun(const RerunArguments& arguments) {
  const auto runs = arguments.stores.read();
  if (!runs) return refuse(runs.problems());
  const auto stored = find_run(*runs, arguments.id);
  if (!stored) return refuse(stored.problems());
  if (Problems problems = check_repeatable(*stored, arguments.id); !problems.empty()) return refuse(problems);
  const auto folders = chosen_stores(arguments.stores.paths);
  const auto run = repeat_run(*stored, folders ? *folders : std::vector<std::string>{});
  if (!run) return report_failure(run.problems());
  arguments.output.print(outcome_text(*stored, *run, arguments.output.format()));
  return run->is_same ? succeeded : failed;
}

}  // namespace

void add_rerun_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("rerun", "repeat a stored run and compare its digest (see docs/howto/sweep.md)");
  add_examples(*command, {"ebb rerun 3f2a", "ebb rerun 3f2a --store study.results"});
  const auto arguments = std::make_shared<RerunArguments>();
  command->add_option("ID", arguments->id, "the beginning of its id, from `ebb results list`")->required();
  arguments->stores.add_option(*command);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_rerun(*arguments); });
}

}  // namespace ebb::inline app
