#include "app/plan/plan_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "app/command/report_option.hpp"
#include "app/output/output_format.hpp"
#include "app/plan/plan_size.hpp"
#include "experiment/read/plan_config.hpp"
#include "planner/capex.hpp"
#include "report/page/study_documents.hpp"
#include "report/plan/plan_report.hpp"
#include "report/policy/compare_report.hpp"
#include "tasks/run/page_origin.hpp"

namespace ebb::inline app {
namespace {

struct PlanArguments {
  std::vector<std::string> files, settings;
  std::string report;
  OutputFormat output;
};

/// A plan, and the purchase price of its parts.
struct Plans {
  std::vector<PlanResult> results;
  std::vector<Capex> capex;
};

/// Reports the problems of all files.
Result<Plans> make_plans(const PlanArguments& arguments) {
  Plans plans;
  Problems problems;
  for (const std::string& file : arguments.files) {
    const auto input = read_plan(file, arguments.settings);
    if (input)
      plans.results.push_back(make_plan(*input)), plans.capex.push_back(capex_of(*input));
    else
      problems.insert(problems.end(), input.problems().begin(), input.problems().end());
  }
  if (!problems.empty()) return problems;
  return plans;
}

/// Plans of files with the same name are labelled with their paths.
void tell_apart(std::vector<PlanResult>& plans, const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const PlanResult& p : plans) names.push_back(p.name);
  for (std::size_t i = 0; i < plans.size(); ++i)
    if (std::count(names.begin(), names.end(), names[i]) > 1) plans[i].name = files[i];
}

Origin origin_of(const PlanArguments& arguments, bool compare) {
  std::vector<std::string> words{"plan"};
  if (compare) words.push_back("compare");
  words.insert(words.end(), arguments.files.begin(), arguments.files.end());
  return origin_of_command(command_text(words, arguments.settings), arguments.files);
}

int run_plan(const PlanArguments& arguments, bool compare) {
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  auto plans = make_plans(arguments);
  if (!plans) return refuse(plans.problems());
  const Format format = arguments.output.format();
  tell_apart(plans->results, arguments.files);
  const Origin origin = origin_of(arguments, compare);
  std::vector<PageJson> all;
  for (std::size_t i = 0; i < plans->results.size(); ++i)
    all.push_back(plan_json(plans->results[i], plans->capex[i]));
  Problems problems;
  if (!arguments.report.empty()) problems = write_report(arguments.report, plans_document(all, origin));
  if (!problems.empty()) refuse(problems);
  arguments.output.print(with_origin(
      compare ? render_comparison(all, format) : render_plan(all.front(), format), format, origin));
  return problems.empty() ? succeeded : failed;
}

void add_options(Command& command, PlanArguments& arguments) {
  add_set_option(command, arguments.settings);
  add_report_option(command, arguments.report);
  arguments.output.add_options(command);
}

}  // namespace

void add_plan_command(Command& app, int& exit_code) {
  auto* plan = app.add_subcommand(
      "plan", "what a network is made of, what it draws, what it costs to run (see docs/howto/plan.md)");
  add_examples(*plan,
               {"ebb plan examples/plan-fbfly-32k.toml", "ebb plan mine.toml --set plan.load=0.15 --json",
                "ebb plan compare examples/plan-clos-32k.toml examples/plan-fbfly-32k.toml",
                "ebb plan size --hosts 1024 --switch wedge-100"});
  const auto single = std::make_shared<PlanArguments>();
  auto* file = plan->add_option("FILE", single->files, "the plan: a TOML file like those under examples/");
  file->expected(1);
  add_options(*plan, *single);

  auto* compare = plan->add_subcommand("compare", "plans side by side, each set against the first");
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
