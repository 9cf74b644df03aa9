#include <fmt/format.h>

#include <memory>

#include "app/command/report_option.hpp"
#include "app/output/ending.hpp"
#include "app/output/output_format.hpp"
#include "app/output/status_line.hpp"
#include "app/plan/plan_commands.hpp"
#include "base/problem.hpp"
#include "report/document/render.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/origin.hpp"
#include "report/page/study_documents.hpp"
#include "report/plan/plan_report.hpp"
#include "report/plan/sleep_report.hpp"
#include "report/policy/compare_report.hpp"
#include "tasks/plan/plan_task.hpp"
#include "tasks/run/page_origin.hpp"
#include "tasks/sleep/sleep_task.hpp"

namespace ebb::inline app {
namespace {

struct PlanArguments : PlanOptions {
  bool sleep = false, quiet = false;
  std::string day;  ///< of --sleep
  std::string report;
  OutputFormat output;
};

Origin origin_of(const PlanArguments& arguments, bool compare) {
  std::vector<std::string> words{"plan"};
  if (compare) words.push_back("compare");
  words.insert(words.end(), arguments.files.begin(), arguments.files.end());
  if (arguments.sleep) words.emplace_back("--sleep");
  if (!arguments.day.empty()) words.insert(words.end(), {"--day", arguments.day});
  return origin_of_command(command_text(words, arguments.settings), arguments.files);
}

/// Adds what sleeping saves to each plan.
Problems add_sleep(const PlanArguments& arguments, std::vector<PageJson>& plans) {
  stop_by_signals();
  StatusLine line(arguments.quiet);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::string& file = arguments.files[i];
    const SleepObserver observer{[&](std::size_t done, std::size_t runs) {
                                   if (line.is_due())
                                     line.print(fmt::format("{}: {} of {} short runs", file, done, runs));
                                 },
                                 &interrupted};
    const auto sleep = sleep_savings({file, arguments.settings, arguments.day}, observer);
    if (!sleep) return sleep.problems();
    plans[i]["sleep"] = sleep_json(*sleep);
  }
  return {};
}

int run_plan(const PlanArguments& arguments, bool compare) {
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const auto plans = plan_networks(arguments);
  if (!plans) return refuse(plans.problems());
  const Format format = arguments.output.format();
  const Origin origin = origin_of(arguments, compare);
  std::vector<PageJson> all;
  for (const PlannedNetwork& planned : *plans) all.push_back(plan_json(planned.plan, planned.capex));
  if (arguments.sleep)
    if (Problems problems = add_sleep(arguments, all); !problems.empty()) return refuse(problems);
  Problems problems;
  if (!arguments.report.empty()) problems = write_report(arguments.report, plans_document(all, origin));
  if (!problems.empty()) refuse(problems);
  arguments.output.print(with_origin(
      compare ? render_comparison(all, format) : render_plan(all.front(), format), format, origin));
  return problems.empty() ? succeeded : failed;
}

void add_options(Command& command, PlanArguments& arguments) {
  auto* sleep =
      command.add_flag("--sleep", arguments.sleep,
                       "also what each power policy saves a year, from short runs of a small network");
  command
      .add_option("--day", arguments.day,
                  "with --sleep: CSV with the load of each hour (hour,load) instead of [plan] load")
      ->type_name("FILE")
      ->needs(sleep);
  command.add_flag("-q,--quiet", arguments.quiet, "show no progress");
  add_set_option(command, arguments.settings);
  add_report_option(command, arguments.report);
  arguments.output.add_options(command);
}

}  // namespace

void add_plan_command(Command& app, int& exit_code) {
  auto* plan =
      app.add_subcommand("plan", "parts, power and running cost of a network (see docs/howto/plan.md)");
  add_examples(*plan, {"ebb plan examples/plan-fbfly-32k.toml", "ebb plan mine.toml --sleep",
                       "ebb plan mine.toml --set plan.load=0.15 --json",
                       "ebb plan compare examples/plan-clos-32k.toml examples/plan-fbfly-32k.toml",
                       "ebb plan size --hosts 1024 --switch wedge-100"});
  const auto single = std::make_shared<PlanArguments>();
  auto* file = plan->add_option("FILE", single->files, "the plan: a TOML file like those under examples/");
  file->expected(1);
  add_options(*plan, *single);

  auto* compare = plan->add_subcommand("compare", "plans side by side, each compared with the first");
  const auto several = std::make_shared<PlanArguments>();
  compare->add_option("FILES", several->files, "two plans or more")->required()->expected(2, -1);
  add_options(*compare, *several);
  compare->callback([several, &exit_code] { exit_code = run_plan(*several, true); });

  auto* size = add_plan_size(*plan, exit_code);
  plan->callback([plan, compare, size, single, &exit_code] {
    if (compare->parsed() || size->parsed()) return;
    if (single->files.empty()) Command::refuse_without("FILE (or: compare FILE FILE…, size)");
    exit_code = run_plan(*single, false);
  });
}

}  // namespace ebb::inline app
