#include "app/study/sweep_command.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>

#include "app/command/report_option.hpp"
#include "app/command/study_options.hpp"
#include "app/output/say.hpp"
#include "app/output/sweep_progress_line.hpp"
#include "app/results/results_tables.hpp"
#include "app/run/live_study.hpp"
#include "app/run/page_origin.hpp"
#include "app/study/sweep_points.hpp"
#include "experiment/run/program.hpp"
#include "report/page/study_documents.hpp"
#include "study/sweep/read_sweep.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace ebb::inline app {
namespace {

using Parameters = std::map<std::string, std::vector<NamedFigure>>;  ///< by the id of the run

struct SweepArguments : StudyArguments {
  bool check = false, each = false;
};

void say_what_will_be_done(const SweepConfig& config, const SweepPlan& plan, const std::string& store) {
  for (const auto* notes : {&config.notes, &plan.notes})
    for (const std::string& note : *notes) say("{}\n", note);
  std::string text;
  if (!plan.points.empty()) text = counted(plan.points.size(), "point");
  if (!plan.searches.empty())
    text += (text.empty() ? "" : ", ") +
            counted(plan.searches.size(), "search for saturation", "searches for saturation");
  if (plan.left_out > 0) text += fmt::format(" ({} left out by conditions)", plan.left_out);
  if (plan.duplicates > 0)
    text +=
        fmt::format(" ({} more {} described twice)", plan.duplicates, plan.duplicates == 1 ? "is" : "are");
  say("{}; results in {}\n", text, store);
}

/// Prints how many stored runs are not (or no longer) in the file, or are from another build. They stay in
/// the store.
void say_what_else_is_stored(const std::vector<StoredRun>& stored, const Parameters& ours) {
  std::size_t others = 0, of_other_builds = 0, taken = 0;
  std::set<std::string> versions;
  for (const StoredRun& run : stored) {
    if (run.kind != "run") continue;
    const bool is_ours = ours.contains(run.id), is_this_build = run.version == program_version();
    if (!is_this_build) versions.insert(run.version), ++(is_ours ? taken : of_other_builds);
    others += is_this_build && !is_ours;
  }
  const std::string builds = fmt::format("{}; this is {}", fmt::join(versions, ", "), program_version());
  if (others > 0)
    say("{} not among the points of this file as it is now\n",
        counted(others, "stored run is", "stored runs are"));
  if (taken > 0)
    say("--any-build: {} of them were made by another build of ebb ({})\n", taken, builds);
  else if (of_other_builds > 0)
    say("{} made by another build of ebb ({}): points are run again, unless you say --any-build\n",
        counted(of_other_builds, "stored run was", "stored runs were"), builds);
}

/// The points of this sweep, with its varied parameters. An earlier study may have stored a point with other
/// varied parameters; the missing ones are added to the stored run.
Result<std::vector<StoredRun>> of_this_sweep(Store& store, const Parameters& ours) {
  Damage told_before;
  auto stored = store.read(true, told_before);
  if (!stored) return stored.problems();
  std::vector<StoredRun> found;
  for (StoredRun& run : *stored) {
    const auto labels = ours.find(run.id);
    if (labels == ours.end()) continue;
    if (add_missing(run.parameters, labels->second))
      if (Problems problems = store.put(run); !problems.empty()) return problems;
    run.parameters = labels->second;
    found.push_back(std::move(run));
  }
  return found;
}

/// Warns of an undecided limit, so that it is not taken for a result.
void say_what_is_undecided(const std::vector<StoredRun>& runs) {
  std::fflush(stdout);
  for (const StoredRun& run : runs)
    if (run.kind == "saturation" && !run.why.empty())
      say("search {}: the limit is undecided: {}\n", run.id, run.why);
}

Seeds seeds_of(const SweepArguments& arguments) { return arguments.each ? Seeds::each : Seeds::together; }

Document report_of(const SweepArguments& arguments, const std::vector<StoredRun>& runs) {
  Origin origin =
      origin_of_command(command_text({"sweep", arguments.file}, arguments.settings), {arguments.file});
  add_runs(runs, origin);
  const Seeds seeds = seeds_of(arguments);
  return sweep_document(arguments.file, sweep_points(runs, seeds), results_tables(runs, {}, seeds), origin);
}

void show_the_end(LivePage& page, const SweepArguments& arguments, const SweepOutcome& outcome,
                  const std::vector<StoredRun>& runs) {
  page.show(report_of(arguments, runs));
  page.end(outcome.interrupted
               ? "The sweep was stopped; the same command goes on where it was."
               : fmt::format("The sweep is over: {} failed.", counted(outcome.failed, "point")),
           !outcome.interrupted);
}

/// Removes what reports of many runs do not show: the time series and the text.
StoredRun without_bulk(StoredRun run) {
  std::erase_if(run.figures, [](const NamedFigure& f) { return f.name == series_figure; });
  run.summary.clear();
  return run;
}

/// The runs of this sweep that earlier processes finished.
std::vector<StoredRun> runs_before(const Result<std::vector<StoredRun>>& stored, const Parameters& ours) {
  std::vector<StoredRun> runs;
  if (!stored) return runs;
  for (const StoredRun& run : *stored)
    if (ours.contains(run.id)) runs.push_back(without_bulk(run));
  return runs;
}

int do_sweep(const SweepArguments& arguments) {
  let_pipes_break();
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const Allocation place = allocation();
  const auto options = options_of(arguments, place);
  if (!options) return refuse(options.problems());
  const bool quiet = arguments.quiet || place.rank > 0;  // only one of several processes prints
  auto config = read_sweep(arguments.file, arguments.settings);
  if (!config) return refuse(config.problems());
  auto plan = plan_sweep(*config, options->memory);
  if (!plan) return refuse(plan.problems());
  const std::string folder = arguments.folder();
  if (!quiet) say_what_will_be_done(*config, *plan, folder);
  if (arguments.check) return succeeded;
  auto store = Store::open(folder);
  if (!store) return refuse(store.problems());
  SweepRunner runner(*config, std::move(*plan), *store, *options);
  if (Problems problems = runner.look_into_store(); !problems.empty()) return refuse(problems);
  Damage damage;
  const auto before = store->read(false, damage);
  if (before && !quiet) say_what_else_is_stored(*before, runner.parameters());
  if (!quiet) say("{}", to_text(runner.damaged()));
  LivePage page;
  if (arguments.live && place.rank == 0)
    if (Problems problems = page.start(arguments.file); !problems.empty()) return refuse(problems);
  const SweepOutcome outcome = [&] {
    SweepProgressLine line(quiet);  // removed from a terminal before other output
    if (!page.on()) return runner.run(line);
    auto runs = runs_before(before, runner.parameters());
    LiveStudy live(page, line,
                   {[&](const StoredRun& run) { runs.push_back(without_bulk(run)); },
                    [&] { return report_of(arguments, runs); }});
    return runner.run(live);
  }();
  const int exit_code = say_how_it_ended(outcome, arguments, quiet, place.rank == 0);
  if (place.rank > 0 || !outcome.problems.empty()) return exit_code;
  const auto ours = of_this_sweep(*store, runner.parameters());
  if (!ours) return report_failure(ours.problems());
  if (page.on()) show_the_end(page, arguments, outcome, *ours);
  Problems unreported;
  if (!arguments.report.empty()) unreported = write_report(arguments.report, report_of(arguments, *ours));
  if (!unreported.empty()) refuse(unreported);
  end_with_the_reader();
  const Format format = arguments.output.format();
  std::string text = render_results(*ours, {}, format, seeds_of(arguments));
  if (const std::string missing = what_is_missing(outcome);
      !missing.empty() && (format == Format::text || format == Format::markdown))
    text += "\n" + missing + "\n";
  arguments.output.print(text);
  say_what_is_undecided(*ours);
  return unreported.empty() ? exit_code : failed;
}

}  // namespace

void add_sweep_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "sweep", "run a parameter study; stopped, it goes on where it was (see docs/howto/sweep.md)");
  add_examples(*command,
               {"ebb sweep examples/sweep-butterfly.toml", "ebb sweep study.toml --jobs 8 --memory 16GB",
                "ebb sweep study.toml --check              (says what would be run)",
                "srun ebb sweep study.toml                 (on every machine of an allocation)"});
  const auto arguments = std::make_shared<SweepArguments>();
  command
      ->add_option("FILE", arguments->file, "a run file with a [sweep] section, like those under examples/")
      ->required();
  add_study_options(*command, *arguments);
  command->add_flag("--check", arguments->check, "check every point, run none");
  command->add_flag("--each", arguments->each, "a line for every run, instead of one mean over its seeds");
  command->callback([arguments, &exit_code] { exit_code = do_sweep(*arguments); });
}

}  // namespace ebb::inline app
