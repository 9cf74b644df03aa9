#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/output/output_format.hpp"
#include "app/output/say.hpp"
#include "app/results/results_commands.hpp"
#include "app/results/stored_choice.hpp"
#include "tasks/results/results_tables.hpp"

namespace ebb::inline app {
namespace {

struct ResultsArguments {
  StoreChoice stores;
  std::vector<std::string> ids, columns;
  bool failed_only = false, config = false, saturation = false, forget = false, each = false;
  Seeds seeds() const { return each ? Seeds::each : Seeds::together; }
  OutputFormat output;
};

int list(const ResultsArguments& arguments) {
  const auto runs = arguments.stores.read();
  if (!runs) return refuse(runs.problems());
  const auto text = list_runs(
      *runs, {arguments.columns, arguments.failed_only, arguments.seeds(), arguments.output.format()});
  if (!text) return refuse(text.problems());
  if (arguments.failed_only &&
      std::all_of(runs->begin(), runs->end(), [](const StoredRun& run) { return run.finished(); }))
    say("no point has failed\n");
  else if (runs->empty())
    say("no run is stored yet\n");
  arguments.output.print(*text);
  return succeeded;
}

int show(const ResultsArguments& arguments) {
  const auto all = arguments.stores.read();
  if (!all) return refuse(all.problems());
  const auto runs = find_runs(*all, arguments.ids);
  if (!runs) return refuse(runs.problems());
  for (const StoredRun& run : *runs)
    if (arguments.config)
      fmt::print("{}", run.config);
    else
      arguments.output.print(show_run(run, arguments.output.format()));
  return succeeded;
}

int compare(const ResultsArguments& arguments) {
  const auto runs = arguments.stores.read();
  if (!runs) return refuse(runs.problems());
  const auto table = compare_runs(*runs, arguments.ids, arguments.seeds());
  if (!table) return refuse(table.problems());
  arguments.output.print(render(*table, arguments.output.format()));
  return succeeded;
}

int export_all(const ResultsArguments& arguments) {
  auto runs = arguments.stores.read();
  if (!runs) return refuse(runs.problems());
  OutputFormat output = arguments.output;
  output.csv = !output.json && !output.markdown;  // complete tables are too wide for a terminal
  output.print(export_runs(std::move(*runs), {arguments.saturation, arguments.seeds(), output.format()}));
  return succeeded;
}

int check(const ResultsArguments& arguments) {
  const auto stores = chosen_stores(arguments.stores.paths);
  if (!stores) return refuse(stores.problems());
  const auto found = check_results(*stores, arguments.forget);
  if (!found) return report_failure(found.problems());
  arguments.output.print(render(health_table(found->databases), arguments.output.format()));
  std::fflush(stdout);
  for (const std::string& draft : found->drafts)
    say("{}: is a temporary file of a process that is writing, or was killed. It is never read; remove it "
        "when "
        "no ebb runs there\n",
        draft);
  return found->damage.empty() ? succeeded : report_failure(found->damage);
}

void add_each(Command& command, ResultsArguments& arguments) {
  command.add_flag("--each", arguments.each, "every run by itself, instead of one mean over its seeds");
}

/// Adds one of the five subcommands; `more` adds its own arguments.
template <class More>
Command* add_command(Command& results, const char* name, const char* what,
                     int (*work)(const ResultsArguments&), int& exit_code, More more) {
  auto* command = results.add_subcommand(name, what);
  const auto arguments = std::make_shared<ResultsArguments>();
  arguments->stores.add_option(*command);
  arguments->output.add_options(*command);
  more(*command, *arguments);
  command->callback([arguments, work, &exit_code] { exit_code = work(*arguments); });
  return command;
}

}  // namespace

void add_results_command(Command& app, int& exit_code) {
  auto* results = app.add_subcommand(
      "results", "list, show, compare, export and check stored runs (see docs/howto/sweep.md)");
  results->require_subcommand();
  add_examples(*results, {"ebb results list --store study.results", "ebb results show 3f2a",
                          "ebb results compare 3f2a 81c0", "ebb results export --csv > study.csv"});
  add_command(
      *results, "list", "one line per stored run", list, exit_code, [](Command& c, ResultsArguments& a) {
        c.add_option("--column", a.columns, "a figure to show instead of load and latency; repeatable")
            ->type_name("NAME")
            ->allow_extra_args(false);
        c.add_flag("--failed", a.failed_only, "points without a result, and the reason");
        add_each(c, a);
      });
  add_command(*results, "show", "the summary of a run", show, exit_code, [](Command& c, ResultsArguments& a) {
    c.add_option("ID", a.ids, "the beginning of its id")->required();
    c.add_flag("--config", a.config, "its complete configuration instead: a file for `ebb run`");
  });
  add_command(*results, "compare", "runs side by side, each set against the first", compare, exit_code,
              [](Command& c, ResultsArguments& a) {
                c.add_option("IDS", a.ids, "the beginnings of two ids or more")->required()->expected(2, -1);
                add_each(c, a);
              });
  add_command(*results, "export", "everything as CSV, or as JSON with --json", export_all, exit_code,
              [](Command& c, ResultsArguments& a) {
                c.add_flag("--saturation", a.saturation, "the searches for saturation instead of the runs");
                add_each(c, a);
              });
  add_command(*results, "check",
              "read stores byte by byte: count the runs of each database, and name every run that is damaged "
              "or missing; exit code 1 if any is",
              check, exit_code, [](Command& c, ResultsArguments& a) {
                add_examples(
                    c, {"ebb results check --store study.results",
                        "ebb results check --store study.results --forget   (then run the sweep again)"});
                c.add_flag("--forget", a.forget,
                           "remove damaged runs and count again: the same sweep then runs again what is "
                           "not there");
              });
}

}  // namespace ebb::inline app
