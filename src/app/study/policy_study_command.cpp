#include "app/study/policy_study_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/report_option.hpp"
#include "app/output/live_address.hpp"
#include "app/output/say.hpp"
#include "app/output/sweep_progress_line.hpp"
#include "base/problem.hpp"
#include "tasks/live/live_page.hpp"
#include "tasks/live/live_study.hpp"

namespace ebb::inline app {
namespace {

void say_what_will_be_done(const CompareConfig& config, const std::string& folder) {
  for (const std::string& note : config.notes) say("{}\n", note);
  std::size_t policies = 0;
  for (const ComparedCase& one : config.cases) policies = std::max(policies, one.policies.size());
  say("{}{}{}; results in {}\n", counted(policies, "policy", "policies"),
      config.cases.size() > 1 ? fmt::format(" on {} networks and workloads", config.cases.size()) : "",
      config.repeats > 1 ? fmt::format(", {} seeds", config.repeats) : "", folder);
}

/// Runs the policies, with the progress on stderr and on the live page where one is wanted.
Result<ComparedPolicies> run_with_progress(const StudyOptions& options, const RunPolicyStudy& run, bool live,
                                           bool quiet, LivePage& page) {
  PolicyReport* report = nullptr;
  SweepProgressLine line(quiet);  // removed from a terminal before other output
  LiveStudy watcher(
      page, line,
      {[&](const StoredRun& done) { report->study().add(done); }, [&] { return report->document(); }});
  return run({.planned = [&](PolicyReport& planned) -> Problems {
                report = &planned;
                if (!quiet) say_what_will_be_done(planned.config(), options.folder());
                return live && !page.on() ? start_live(page, options.file) : Problems{};
              },
              .watcher = &watcher});
}

int show_result(const ComparedPolicies& compared, const StudyArguments& arguments, int exit_code) {
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

}  // namespace

int do_policy_study(const StudyArguments& arguments, const StudyOptions& options, const Allocation& place,
                    const RunPolicyStudy& run) {
  let_pipes_break();
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const bool first = place.rank == 0, quiet = arguments.quiet || !first;  // one of several processes prints
  LivePage page;
  const auto compared = run_with_progress(options, run, arguments.live && first, quiet, page);
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

}  // namespace ebb::inline app
