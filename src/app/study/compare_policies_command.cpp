#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/command/replay_option.hpp"
#include "app/command/report_option.hpp"
#include "app/command/study_options.hpp"
#include "app/output/live_address.hpp"
#include "app/output/say.hpp"
#include "app/output/sweep_progress_line.hpp"
#include "app/study/study_commands.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "tasks/live/live_page.hpp"
#include "tasks/live/live_study.hpp"
#include "tasks/study/compare_task.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline app {
namespace {

struct CompareArguments : StudyArguments {
  std::string replay;
  std::uint64_t repeats = 0;
  JudgedBy judged_by;
};

void say_what_will_be_done(const CompareConfig& config, const std::string& folder) {
  for (const std::string& note : config.notes) say("{}\n", note);
  std::size_t policies = 0;
  for (const ComparedCase& one : config.cases) policies = std::max(policies, one.policies.size());
  say("{}{}{}; results in {}\n", counted(policies, "policy", "policies"),
      config.cases.size() > 1 ? fmt::format(" on {} networks and workloads", config.cases.size()) : "",
      config.repeats > 1 ? fmt::format(", {} seeds", config.repeats) : "", folder);
}

/// Runs the policies, with the progress on stderr and on the live page where one is wanted.
Result<ComparedPolicies> run_with_progress(const CompareOptions& options, bool live, bool quiet,
                                           LivePage& page) {
  PolicyReport* report = nullptr;
  SweepProgressLine line(quiet);  // removed from a terminal before other output
  LiveStudy watcher(
      page, line,
      {[&](const StoredRun& run) { report->study().add(run); }, [&] { return report->document(); }});
  return compare_policies(options, {.planned = [&](PolicyReport& planned) -> Problems {
                                      report = &planned;
                                      if (!quiet) say_what_will_be_done(planned.config(), options.folder());
                                      return live ? start_live(page, options.file) : Problems{};
                                    },
                                    .watcher = &watcher});
}

int show_result(const ComparedPolicies& compared, const CompareArguments& arguments, int exit_code) {
  const PolicyReport& report = *compared.report;
  if (Problems problems = report.unknown(); !problems.empty()) return refuse(problems);
  const std::string missing = what_is_missing(compared.outcome);
  if (report.empty()) return exit_code;
  Problems problems;
  if (!arguments.report.empty()) problems = write_report(arguments.report, report.document(missing));
  if (!problems.empty()) refuse(problems);
  end_with_the_reader();
  arguments.output.print(report.render(arguments.output.format(), arguments.output.wide, missing));
  return problems.empty() ? exit_code : failed;
}

int do_compare(const CompareArguments& arguments) {
  let_pipes_break();
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const Allocation place = allocation();
  const auto options = options_of(arguments, place);
  if (!options) return refuse(options.problems());
  const bool first = place.rank == 0, quiet = arguments.quiet || !first;  // one of several processes prints
  LivePage page;
  const auto compared =
      run_with_progress({*options, arguments.replay, arguments.repeats, arguments.judged_by},
                        arguments.live && first, quiet, page);
  if (!compared) return refuse(compared.problems());
  const SweepOutcome& outcome = compared->outcome;
  const int exit_code = say_how_it_ended(outcome, arguments, quiet, first);
  if (page.on()) page.show(compared->report->document());
  page.end(outcome.complete()    ? "All policies are done."
           : outcome.interrupted ? "The comparison was stopped; the same command resumes it."
                                 : "The comparison is incomplete; the terminal shows the reason.",
           outcome.complete());
  if (!first || !outcome.problems.empty()) return exit_code;
  return show_result(*compared, arguments, exit_code);
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
