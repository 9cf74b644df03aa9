#include "app/results/results_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/output/output_format.hpp"
#include "app/output/say.hpp"
#include "app/results/results_tables.hpp"
#include "app/results/stored_choice.hpp"
#include "base/spelling.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline app {
namespace {

struct ResultsArguments {
  StoreChoice stores;
  std::vector<std::string> ids, columns;
  bool failed_only = false, config = false, saturation = false, forget = false, each = false;
  Seeds seeds() const { return each ? Seeds::each : Seeds::together; }
  OutputFormat output;
};

/// There are hundreds of names: suggests a few similar ones, and where to find all.
std::string column_hint(const std::string& typed, const std::vector<std::string>& names) {
  constexpr std::size_t enough = 8;
  std::vector<std::string> close;
  if (const std::string guess = nearest(typed, names); !guess.empty()) close.push_back(guess);
  for (const std::string& name : names)
    if (close.size() < enough && !typed.empty() && name.find(typed) != std::string::npos &&
        std::find(close.begin(), close.end(), name) == close.end())
      close.push_back(name);
  return fmt::format("{}`ebb results show ID --json` lists all names",
                     close.empty() ? "" : fmt::format("did you mean {}? ", fmt::join(close, ", ")));
}

Problems check_columns(const std::vector<StoredRun>& runs, const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const StoredColumn& c : stored_columns) names.emplace_back(c.name);
  for (const auto list : {&StoredRun::parameters, &StoredRun::figures})
    for (const std::string& name : names_in(runs, list)) names.push_back(name);
  Problems problems;
  for (const std::string& column : columns)
    if (std::find(names.begin(), names.end(), column) == names.end())
      problems.push_back(
          {"--column", fmt::format("no stored run has a figure \"{}\"", column), column_hint(column, names)});
  return problems;
}

int list_failed(std::vector<StoredRun> runs, const OutputFormat& output) {
  std::erase_if(runs, [](const StoredRun& run) { return run.finished(); });
  complete_parameters(runs), sort_runs(runs);
  if (runs.empty()) say("no point has failed\n");
  output.print(render(runs_table(runs, {"why"}), output.format()));
  return succeeded;
}

int list(const ResultsArguments& arguments) {
  const auto runs = arguments.stores.read();
  if (!runs) return refuse(runs.problems());
  if (arguments.failed_only) return list_failed(*runs, arguments.output);
  if (Problems problems = check_columns(*runs, arguments.columns); !problems.empty()) return refuse(problems);
  const Format format = arguments.output.format();
  if (runs->empty()) say("no run is stored yet\n");
  arguments.output.print(render_results(*runs, arguments.columns, format, arguments.seeds()));
  return succeeded;
}

/// The named runs, or the problems with their names.
Result<std::vector<StoredRun>> chosen(const ResultsArguments& arguments) {
  const auto runs = arguments.stores.read();
  if (!runs) return runs.problems();
  Problems problems;
  std::vector<StoredRun> found;
  for (const std::string& id : arguments.ids) {
    auto run = find_run(*runs, id);
    if (run)
      found.push_back(std::move(*run));
    else
      problems.insert(problems.end(), run.problems().begin(), run.problems().end());
  }
  if (!problems.empty()) return problems;
  return found;
}

int show(const ResultsArguments& arguments) {
  const auto runs = chosen(arguments);
  if (!runs) return refuse(runs.problems());
  for (const StoredRun& run : *runs) {
    if (arguments.config) {
      fmt::print("{}", run.config);
    } else if (arguments.output.format() == Format::json) {
      fmt::print("{}", json_text(to_json(run)));
    } else if (arguments.output.format() != Format::text) {
      arguments.output.print(render(export_table({run}), arguments.output.format()));
    } else {
      fmt::print("run       {}\n", run.id);
      for (const NamedFigure& p : run.parameters)
        fmt::print("          {} = {}\n", p.name, cell_text(p.value, {}));
      fmt::print("stored    {} on {}, by ebb {}; {:.2f} s, {:.2f} s of CPU time, {:.0f} MB of memory\n",
                 run.finished_utc, run.machine, run.version, run.wall_s, run.cpu_s,
                 static_cast<double>(run.peak_memory_bytes) / 1e6);
      arguments.output.print(run.kind == "run" ? run.summary : to_text(saturation_table({run})));
    }
  }
  return succeeded;
}

/// The groups of seeds of the named runs; empty unless each has several seeds, and all have the same ones.
std::vector<SeedGroup> paired_groups(const std::vector<StoredRun>& all, const std::vector<StoredRun>& named) {
  const std::vector<SeedGroup> groups = groups_by_seed(all);
  const auto seeds_in = [](const SeedGroup& group) {
    std::vector<std::int64_t> seeds;
    for (const StoredRun& run : group) seeds.push_back(run.finished() ? run.seed : -1);
    return seeds;
  };
  std::vector<SeedGroup> found;
  for (const StoredRun& run : named)
    for (const SeedGroup& group : groups)
      if (std::any_of(group.begin(), group.end(), [&](const StoredRun& r) { return r.id == run.id; }) &&
          group.size() > 1 && (found.empty() || seeds_in(found[0]) == seeds_in(group)))
        found.push_back(group);
  return found.size() == named.size() ? found : std::vector<SeedGroup>{};
}

/// False when two runs are seeds of one point: these are compared as runs.
bool are_distinct(const std::vector<SeedGroup>& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (groups[i].front().id == groups[j].front().id) return false;
  return true;
}

int compare(const ResultsArguments& arguments) {
  const auto runs = chosen(arguments);
  if (!runs) return refuse(runs.problems());
  const auto all = arguments.stores.read();
  const auto groups = all && !arguments.each ? paired_groups(*all, *runs) : std::vector<SeedGroup>{};
  if (!groups.empty() && are_distinct(groups)) {
    arguments.output.print(render(seeds_comparison(groups), arguments.output.format()));
    return succeeded;
  }
  arguments.output.print(render(runs_comparison(*runs), arguments.output.format()));
  return succeeded;
}

int export_all(const ResultsArguments& arguments) {
  auto runs = arguments.stores.read();
  if (!runs) return refuse(runs.problems());
  std::erase_if(*runs,
                [&](const StoredRun& run) { return (run.kind == "saturation") != arguments.saturation; });
  if (!arguments.each) *runs = over_seeds(*runs);
  if (!arguments.output.json) complete_parameters(*runs);
  sort_runs(*runs);
  OutputFormat output = arguments.output;
  output.csv = !output.json && !output.markdown;  // complete tables are too wide for a terminal
  if (!output.json) {
    output.print(render(export_table(*runs), output.format()));
    return succeeded;
  }
  auto all = nlohmann::ordered_json::array();
  for (const StoredRun& run : *runs) all.push_back(to_json(run));
  output.print(json_text(all));
  return succeeded;
}

Table health_table(const std::vector<DatabaseHealth>& all) {
  Table table{.title = "",
              .columns = {{"database", "database"},
                          {"runs", "runs"},
                          {"damaged", "damaged"},
                          {"missing", "missing"},
                          {"unchecked", "without checksum"}},
              .rows = {}};
  for (const DatabaseHealth& h : all)
    table.add({h.path, h.runs, static_cast<std::int64_t>(h.damaged.size()), h.missing, h.unchecked});
  return table;
}

/// Names all damage, because the remedies differ.
Problems complaints(const DatabaseHealth& h, bool forgotten) {
  Problems problems = h.unreadable;
  for (const std::string& id : h.damaged)
    problems.push_back({h.path, fmt::format("run {} is damaged: its checksum is wrong", id),
                        forgotten ? "it was removed; the same sweep runs it again"
                                  : "the same sweep runs it again; --forget removes it"});
  if (h.missing > 0)
    problems.push_back({h.path,
                        fmt::format("{} that were stored are not there any more",
                                    counted(static_cast<std::uint64_t>(h.missing), "run")),
                        forgotten ? "the books were settled; the same sweep runs them again"
                                  : "the same sweep runs them again; --forget settles the books"});
  return problems;
}

int check(const ResultsArguments& arguments) {
  const auto stores = arguments.stores.stores();
  if (!stores) return refuse(stores.problems());
  const auto health = check_stores(*stores, arguments.forget);
  if (!health) return report_failure(health.problems());
  arguments.output.print(render(health_table(*health), arguments.output.format()));
  std::fflush(stdout);
  Problems problems;
  for (const DatabaseHealth& h : *health)
    for (Problem& p : complaints(h, arguments.forget)) problems.push_back(std::move(p));
  for (const std::string& draft : left_drafts(*stores))
    say("{}: is the draft of a file: of a process that writes now, or of one that was killed. Nobody reads "
        "it; when no ebb runs there, it can be removed\n",
        draft);
  if (problems.empty()) return succeeded;
  refuse(problems);
  return failed;
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
        c.add_flag("--failed", a.failed_only, "points that came to no result, and why");
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
                           "remove what is damaged, and count anew: the same sweep then runs again what is "
                           "not there");
              });
}

}  // namespace ebb::inline app
