#include "app/compare_policies_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/live_study.hpp"
#include "app/page_origin.hpp"
#include "app/replay_option.hpp"
#include "app/report_option.hpp"
#include "app/say.hpp"
#include "app/study_options.hpp"
#include "app/sweep_progress_line.hpp"
#include "report/joined_words.hpp"
#include "report/page/study_documents.hpp"
#include "report/policy_report.hpp"
#include "study/policy_study.hpp"

namespace ebb::inline app {
namespace {

struct CompareArguments : StudyArguments {
  std::string replay, repeats;
  JudgedBy judged_by;
};

Table table_of(const PolicyStudy& study, const CompareArguments& arguments) {
  return policy_table(study.networks(arguments.judged_by), arguments.file,
                      {arguments.judged_by.x, arguments.judged_by.y});
}

std::vector<std::string> settings_of(const CompareArguments& arguments) {
  std::vector<std::string> settings = with_replay(arguments.settings, arguments.replay);
  if (!arguments.repeats.empty()) settings.push_back("sweep.repeats=" + arguments.repeats);
  return settings;
}

/// What no device states, under the name that plans and runs have for it.
std::string with_missing_numbers(Table table, Format format, const PolicyStudy& study,
                                 const JudgedBy& judged_by) {
  std::vector<std::string> missing;
  for (const ComparedNetwork& network : study.networks(judged_by))
    for (const PolicyPoint& p : network.comparison.points)
      for (const std::string& name : p.draw ? p.draw->missing : std::vector<std::string>())
        if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
  if (format == Format::csv && !missing.empty()) {
    table.columns.push_back({.key = "missing_numbers", .heading = ""});
    for (std::vector<Cell>& row : table.rows) row.emplace_back(joined_words(missing));
  }
  const std::string text = render(table, format);
  if (format != Format::json) return text;
  PageJson json = PageJson::parse(text);
  json["missing_numbers"] = missing;
  return json_text(json);
}

Origin origin_of(const PolicyStudy& study, const CompareArguments& arguments) {
  Origin origin = origin_of_command(
      command_text({"compare-policies", arguments.file}, settings_of(arguments)), {arguments.file});
  add_runs(study.runs(), origin);
  return origin;
}

Document report_of(const PolicyStudy& study, const CompareArguments& arguments) {
  return policies_document(arguments.file, json_rows(table_of(study, arguments)),
                           origin_of(study, arguments));
}

void say_what_will_be_done(const CompareConfig& config, const std::string& folder) {
  for (const std::string& note : config.notes) say("{}\n", note);
  std::size_t policies = 0;
  for (const ComparedCase& one : config.cases) policies = std::max(policies, one.policies.size());
  say("{}{}{}; results in {}\n", counted(policies, "policy", "policies"),
      config.cases.size() > 1 ? fmt::format(" on {} networks and workloads", config.cases.size()) : "",
      config.repeats > 1 ? fmt::format(", {} seeds", config.repeats) : "", folder);
}

int show_result(const PolicyStudy& study, const CompareArguments& arguments, const SweepOutcome& outcome,
                int exit_code) {
  if (Problems problems = study.unknown(arguments.judged_by); !problems.empty()) return refuse(problems);
  Table table = table_of(study, arguments);
  if (table.rows.empty()) return exit_code;
  if (std::string missing = what_is_missing(outcome); !missing.empty())
    table.notes.push_back(std::move(missing));
  Problems problems;
  if (!arguments.report.empty()) problems = write_report(arguments.report, report_of(study, arguments));
  if (!problems.empty()) refuse(problems);
  end_with_the_reader();
  const Format format = arguments.output.format();
  arguments.output.print(with_origin(with_missing_numbers(table, format, study, arguments.judged_by), format,
                                     origin_of(study, arguments)));
  return problems.empty() ? exit_code : failed;
}

int do_compare(const CompareArguments& arguments) {
  let_pipes_break();
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const Allocation place = allocation();
  const auto options = options_of(arguments, place);
  if (!options) return refuse(options.problems());
  const bool quiet = arguments.quiet || place.rank > 0;  // of several processes one speaks
  auto config = read_comparison(arguments.file, settings_of(arguments));
  if (!config) return refuse(config.problems());
  auto study = PolicyStudy::plan(std::move(*config), arguments.folder(), *options);
  if (!study) return refuse(study.problems());
  if (!quiet) say_what_will_be_done((*study)->config(), arguments.folder());
  LivePage page;
  if (arguments.live && place.rank == 0)
    if (Problems problems = page.start(arguments.file); !problems.empty()) return refuse(problems);
  const SweepOutcome outcome = [&] {
    SweepProgressLine line(quiet);
    LiveStudy watcher(
        page, line,
        {[&](const StoredRun& run) { (*study)->add(run); }, [&] { return report_of(**study, arguments); }});
    return (*study)->run(watcher);
  }();
  const int exit_code = say_how_it_ended(outcome, arguments, quiet, place.rank == 0);
  if (page.on()) page.show(report_of(**study, arguments));
  page.end(outcome.complete() ? "All policies are done." : "It was stopped; the terminal says why.");
  if (place.rank > 0 || !outcome.problems.empty()) return exit_code;
  return show_result(**study, arguments, outcome, exit_code);
}

void add_axes(Command& command, JudgedBy& judged_by) {
  command
      .add_option("--x", judged_by.x,
                  "the figure that policies are judged by besides --y; less is better; else mean_increase_us")
      ->type_name("FIGURE");
  command
      .add_option("--y", judged_by.y,
                  "the other one, for example power.total_w; else the energy under the first power table")
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
                         "latency; stopped, it goes on where it was (docs/energy.md)");
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
