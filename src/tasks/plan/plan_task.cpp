#include "tasks/plan/plan_task.hpp"

#include <algorithm>

#include "base/problem.hpp"
#include "experiment/read/plan_config.hpp"
#include "planner/capex.hpp"
#include "planner/plan.hpp"

namespace ebb::inline tasks {
namespace {

void name_by_path_where_equal(std::vector<PlannedNetwork>& planned, const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const PlannedNetwork& p : planned) names.push_back(p.plan.name);
  for (std::size_t i = 0; i < planned.size(); ++i)
    if (std::count(names.begin(), names.end(), names[i]) > 1) planned[i].plan.name = files[i];
}

}  // namespace

Result<std::vector<PlannedNetwork>> plan_networks(const PlanOptions& options) {
  std::vector<PlannedNetwork> planned;
  Problems problems;
  for (const std::string& file : options.files)
    if (const auto input = read_plan(file, options.settings))
      planned.push_back({make_plan(*input), capex_of(*input)});
    else
      problems.insert(problems.end(), input.problems().begin(), input.problems().end());
  if (!problems.empty()) return problems;
  name_by_path_where_equal(planned, options.files);
  return planned;
}

}  // namespace ebb::inline tasks
