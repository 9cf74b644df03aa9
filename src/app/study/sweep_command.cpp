#include <fmt/format.h>

#include <memory>

#include "app/command/report_option.hpp"
#include "app/command/study_options.hpp"
#include "app/output/live_address.hpp"
#include "app/output/say.hpp"
#include "app/output/sweep_progress_line.hpp"
#include "app/study/study_commands.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/document.hpp"
#include "report/document/render.hpp"
#include "tasks/live/live_page.hpp"
#include "tasks/live/live_study.hpp"
#include "tasks/program/program.hpp"
#include "tasks/results/results_tables.hpp"
#include "tasks/study/study_options.hpp"
#include "tasks/study/sweep_task.hpp"

namespace ebb::inline app {
namespace {

struct SweepArguments : StudyArguments {
  bool check = false, each = false;
  Seeds seeds() const { return each ? Seeds::each : Seeds::together; }
};

void say_what_will_be_done(const SweepContents& contents, const std::string& store) {
  for (const std::string& note : contents.notes) say("{}\n", note);
  std::string text;
  if (contents.points > 0) text = counted(contents.points, "point");
  if (contents.searches > 0)
    text += (text.empty() ? "" : ", ") +
            counted(contents.searches, "search for saturation", "searches for saturation");
  if (contents.left_out > 0) text += fmt::format(" ({} left out by conditions)", contents.left_out);
  if (contents.duplicates > 0)
    text += fmt::format(" ({} more {} described twice)", contents.duplicates,
                        contents.duplicates == 1 ? "is" : "are");
  say("{}; results in {}\n", text, store);
}

void say_what_is_stored(const SweepStock& stock) {
  const std::string builds =
      fmt::format("{}; this is {}", fmt::join(stock.versions, ", "), program_version());
  if (stock.others > 0)
    say("{} not among the points of this file as it is now\n",
        counted(stock.others, "stored run is", "stored runs are"));
  if (stock.taken > 0)
    say("--any-build: {} of them were made by another build of ebb ({})\n", stock.taken, builds);
  else if (stock.of_other_builds > 0)
    say("{} made by another build of ebb ({}): their points run again, unless --any-build is given\n",
        counted(stock.of_other_builds, "stored run was", "stored runs were"), builds);
  say("{}", to_text(stock.damaged));
}

/// Warns of an undecided limit, so that it is not taken for a result.
void say_what_is_undecided(const std::vector<StoredRun>& runs) {
  std::fflush(stdout);
  for (const StoredRun& run : runs)
    if (run.kind == "saturation" && !run.why.empty())
      say("search {}: the saturation load is undecided: {}\n", run.id, run.why);
}

void show_the_end(LivePage& page, const Document& report, const SweepOutcome& outcome) {
  page.show(report);
  page.end(outcome.interrupted
               ? "The sweep was stopped; the same command resumes it."
               : fmt::format("The sweep is over: {} failed.", counted(outcome.failed, "point")),
           !outcome.interrupted);
}

int check(const StudyOptions& options, bool quiet) {
  const auto contents = check_sweep(options);
  if (!contents) return refuse(contents.problems());
  if (!quiet) say_what_will_be_done(*contents, options.folder());
  return succeeded;
}

/// Runs the sweep, with its progress on stderr and on the live page where one is wanted.
Result<SweepResult> run_with_progress(const StudyOptions& options, const SweepArguments& arguments,
                                      bool quiet, LivePage& page) {
  std::vector<StoredRun> runs;    // for the page
  SweepProgressLine line(quiet);  // removed from a terminal before other output
  LiveStudy live(page, line,
                 {[&](const StoredRun& run) {
                    if (page.on()) runs.push_back(without_bulk(run));
                  },
                  [&] { return sweep_report(options, runs, arguments.seeds()); }});
  return run_sweep(options, {.planned =
                                 [&](const SweepContents& contents) {
                                   if (!quiet) say_what_will_be_done(contents, options.folder());
                                 },
                             .opened = [&](const SweepStock& stock) -> Problems {
                               if (!quiet) say_what_is_stored(stock);
                               runs = stock.runs;
                               return arguments.live && options.run.wait ? start_live(page, arguments.file)
                                                                         : Problems{};
                             },
                             .watcher = &live});
}

int show_result(const SweepResult& result, const StudyOptions& options, const SweepArguments& arguments,
                int exit_code) {
  Problems unreported;
  if (!arguments.report.empty())
    unreported = write_report(arguments.report, sweep_report(options, result.runs, arguments.seeds()));
  if (!unreported.empty()) refuse(unreported);
  end_with_the_reader();
  const Format format = arguments.output.format();
  std::string text = render_results(result.runs, {}, format, arguments.seeds());
  if (const std::string missing = what_is_missing(result.outcome);
      !missing.empty() && (format == Format::text || format == Format::markdown))
    text += "\n" + missing + "\n";
  arguments.output.print(text);
  say_what_is_undecided(result.runs);
  return unreported.empty() ? exit_code : failed;
}

int do_sweep(const SweepArguments& arguments) {
  let_pipes_break();
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const Allocation place = allocation();
  const auto options = options_of(arguments, place);
  if (!options) return refuse(options.problems());
  const bool quiet = arguments.quiet || place.rank > 0;  // only one of several processes prints
  if (arguments.check) return check(*options, quiet);
  LivePage page;
  const auto result = run_with_progress(*options, arguments, quiet, page);
  if (!result) return refuse(result.problems());
  const int exit_code = say_how_it_ended(result->outcome, arguments, quiet, place.rank == 0);
  if (place.rank > 0 || !result->outcome.problems.empty()) return exit_code;
  if (!result->problems.empty()) return report_failure(result->problems);
  if (page.on()) show_the_end(page, sweep_report(*options, result->runs, arguments.seeds()), result->outcome);
  return show_result(*result, *options, arguments, exit_code);
}

}  // namespace

void add_sweep_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("sweep", "run a parameter study; a stopped study resumes (see docs/howto/sweep.md)");
  add_examples(*command,
               {"ebb sweep examples/sweep-butterfly.toml", "ebb sweep study.toml --jobs 8 --memory 16GB",
                "ebb sweep study.toml --check              (prints what would be run)",
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
