#include "app/study/compare_policies_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command/plain_quantity.hpp"
#include "app/command/replay_option.hpp"
#include "app/command/report_option.hpp"
#include "app/command/study_options.hpp"
#include "app/output/say.hpp"
#include "app/output/sweep_progress_line.hpp"
#include "app/run/live_study.hpp"
#include "app/run/page_origin.hpp"
#include "report/document/joined_words.hpp"
#include "report/page/row_table.hpp"
#include "report/page/study_documents.hpp"
#include "report/policy/policy_report.hpp"
#include "study/compare/policy_study.hpp"

namespace ebb::inline app {
namespace {

struct CompareArguments : StudyArguments {
  std::string replay, repeats;
  std::vector<std::string> in_force;  ///< settings, including those of --replay and --repeats
  JudgedBy judged_by;
};

Problems put_in_force(CompareArguments& arguments) {
  auto settings = with_replay(arguments.settings, arguments.replay, arguments.file);
  if (!settings) return settings.problems();
  if (!arguments.repeats.empty()) settings->push_back("sweep.repeats=" + arguments.repeats);
  arguments.in_force = std::move(*settings);
  return {};
}

Origin origin_of(const PolicyStudy& study, const CompareArguments& arguments) {
  Origin origin = origin_of_command(command_text({"compare-policies", arguments.file}, arguments.in_force),
                                    {arguments.file});
  add_runs(study.runs(), origin);
  return origin;
}

/// The numbers that no device states.
std::vector<std::string> missing_numbers(const std::vector<ComparedNetwork>& networks) {
  std::vector<std::string> missing;
  for (const ComparedNetwork& network : networks)
    if (network.comparison.basis)
      for (const std::string& name : network.comparison.basis->missing)
        if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
  return missing;
}

/// The names of the varied parameters, in the order of first occurrence.
std::vector<std::string> parameters_of(const std::vector<ComparedNetwork>& networks) {
  std::vector<std::string> names;
  for (const ComparedNetwork& network : networks)
    for (const NamedFigure& p : network.parameters)
      if (std::find(names.begin(), names.end(), p.name) == names.end()) names.push_back(p.name);
  return names;
}

/// Sorted by the values of their parameters, like a sweep's points.
std::vector<ComparedNetwork> sorted_networks(const PolicyStudy& study, const JudgedBy& judged_by) {
  std::vector<ComparedNetwork> networks = study.networks(judged_by);
  const auto names = parameters_of(networks);
  std::stable_sort(networks.begin(), networks.end(), [&](const ComparedNetwork& a, const ComparedNetwork& b) {
    for (const std::string& name : names)
      if (const int c = compare_cells(figure_named(a.parameters, name), figure_named(b.parameters, name));
          c != 0)
        return c < 0;
    return false;
  });
  return networks;
}

/// The comparison of the finished runs; `missing` describes the others.
PageJson json_of(const PolicyStudy& study, const CompareArguments& arguments,
                 const std::string& missing = "") {
  const auto networks = sorted_networks(study, arguments.judged_by);
  PageJson json = policies_json(networks, arguments.file, {arguments.judged_by.x, arguments.judged_by.y});
  json["missing_numbers"] = missing_numbers(networks);  // the same name as in plans and runs
  if (!missing.empty()) json["notes"].push_back(missing);
  return json;
}

Document report_of(const PolicyStudy& study, const CompareArguments& arguments, const PageJson& json) {
  return policies_document(arguments.file, json, origin_of(study, arguments));
}

/// JSON and CSV have everything. Text and Markdown have only the power of the network's own devices, unless
/// --wide is given.
std::string rendered(PageJson json, const CompareArguments& arguments, const PolicyStudy& study) {
  const Format format = arguments.output.format();
  if (format == Format::json) {
    json["origin"] = origin_json(origin_of(study, arguments));
    return json_text(json);
  }
  Table table = table_of_json(json);
  if (format == Format::csv) make_quantities_plain(table, parameters_of(study.networks(arguments.judged_by)));
  if (const auto missing = texts_at(json, "missing_numbers"); format == Format::csv && !missing.empty()) {
    table.columns.push_back({.key = "missing_numbers", .heading = ""});
    for (std::vector<Cell>& row : table.rows) row.emplace_back(joined_words(missing));
  }
  if (format != Format::csv && !arguments.output.wide) table = narrow_policies(std::move(table));
  return render(table, format);
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
  const PageJson json = json_of(study, arguments, what_is_missing(outcome));
  if (json["rows"].empty()) return exit_code;
  Problems problems;
  if (!arguments.report.empty()) problems = write_report(arguments.report, report_of(study, arguments, json));
  if (!problems.empty()) refuse(problems);
  end_with_the_reader();
  arguments.output.print(rendered(json, arguments, study));
  return problems.empty() ? exit_code : failed;
}

int do_compare(CompareArguments arguments) {
  let_pipes_break();
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const Allocation place = allocation();
  const auto options = options_of(arguments, place);
  if (!options) return refuse(options.problems());
  const bool quiet = arguments.quiet || place.rank > 0;  // only one of several processes prints
  if (Problems problems = put_in_force(arguments); !problems.empty()) return refuse(problems);
  auto config = read_comparison(arguments.file, arguments.in_force);
  if (!config) return refuse(config.problems());
  auto study = PolicyStudy::plan(std::move(*config), arguments.folder(), *options);
  if (!study) return refuse(study.problems());
  if (!quiet) say_what_will_be_done((*study)->config(), arguments.folder());
  LivePage page;
  if (arguments.live && place.rank == 0)
    if (Problems problems = page.start(arguments.file); !problems.empty()) return refuse(problems);
  const SweepOutcome outcome = [&] {
    SweepProgressLine line(quiet);
    LiveStudy watcher(page, line,
                      {[&](const StoredRun& run) { (*study)->add(run); },
                       [&] { return report_of(**study, arguments, json_of(**study, arguments)); }});
    return (*study)->run(watcher);
  }();
  const int exit_code = say_how_it_ended(outcome, arguments, quiet, place.rank == 0);
  if (page.on()) page.show(report_of(**study, arguments, json_of(**study, arguments)));
  page.end(outcome.complete()    ? "All policies are done."
           : outcome.interrupted ? "The comparison was stopped; the same command goes on where it was."
                                 : "The comparison is not complete; the terminal says why.",
           outcome.complete());
  if (place.rank > 0 || !outcome.problems.empty()) return exit_code;
  return show_result(**study, arguments, outcome, exit_code);
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
                         "latency; stopped, it goes on where it was (docs/howto/compare-policies.md)");
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
