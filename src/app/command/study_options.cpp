#include "app/command/study_options.hpp"

#include "app/command/report_option.hpp"
#include "app/output/say.hpp"
#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"

namespace ebb::inline app {

void add_study_options(Command& command, StudyArguments& arguments) {
  add_set_option(command, arguments.settings);
  command.add_option("--store", arguments.store, "folder for the results; else FILE's name with .results")
      ->type_name("DIR");
  add_report_option(command, arguments.report);
  command.add_option("--jobs", arguments.jobs, "cores to use; else all that this process may")
      ->type_name("N");
  command.add_option("--memory", arguments.memory, "for all runs at a time; else 80 % of the machine's")
      ->type_name("SIZE");
  command
      .add_option("--executor", arguments.executor,
                  "as --set run.executor=NAME; points for an accelerator run there together")
      ->type_name("NAME");
  command.add_flag("--any-build", arguments.any_build,
                   "take stored results of other builds of ebb for those of this one");
  command.add_flag("--live", arguments.live,
                   "serve a page that follows the study, on this machine only (see docs/howto/report.md)");
  command.add_flag("-q,--quiet", arguments.quiet, "show no progress");
  arguments.output.add_options(command);
}

Result<StudyOptions> options_of(const StudyArguments& arguments, const Allocation& place) {
  SweepOptions options = sweep_options_at(place);
  Problems problems;
  options.any_build = arguments.any_build;
  if (!arguments.jobs.empty()) {
    options.jobs = parsed_number<int>(arguments.jobs).value_or(0);
    if (options.jobs < 1 || options.jobs > 4096)
      problems.push_back({"--jobs", fmt::format("is \"{}\", but must be from 1 to 4096", arguments.jobs),
                          "for example: --jobs 8"});
  }
  if (!arguments.memory.empty()) {
    const auto size = parse_size(arguments.memory);
    if (size && size->v > 0)
      options.memory = static_cast<std::uint64_t>(size->v);
    else if (size)
      problems.push_back({"--memory", fmt::format("is {}, too little for any run", quantity_text(*size)),
                          "for example: --memory 16GB"});
    else
      problems.push_back({"--memory", size.problems().front().what, size.problems().front().hint});
  }
  if (!problems.empty()) return problems;
  Settings settings = arguments.settings;
  if (!arguments.executor.empty()) settings.push_back("run.executor=" + arguments.executor);
  return StudyOptions{arguments.file, settings, arguments.store, options};
}

int say_how_it_ended(const SweepOutcome& outcome, const StudyArguments& arguments, bool quiet, bool first) {
  if (!outcome.problems.empty()) {
    refuse(outcome.problems);
    return failed;
  }
  const std::size_t done = outcome.done + outcome.done_before + outcome.done_by_others;
  const auto by_others = [](std::size_t number, std::string_view what) {
    return number > 0 ? fmt::format(", {} {} by other processes", number, what) : "";
  };
  if (!quiet || outcome.failed > 0)
    say("{} of {} done ({} of them before{}), {} failed{}\n", done, outcome.total, outcome.done_before,
        by_others(outcome.done_by_others, "meanwhile"), outcome.failed,
        by_others(outcome.left_to_others, "still run"));
  if (outcome.interrupted && first)
    say("stopped; the same command resumes it\n");
  else if (outcome.failed > 0 && first)
    say("`ebb results list --failed{}` lists the reasons; the same command runs them again\n",
        arguments.store.empty() ? "" : " --store " + arguments.store);
  return outcome.interrupted || outcome.failed > 0 ? failed : succeeded;
}

}  // namespace ebb::inline app
