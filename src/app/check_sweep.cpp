#include "app/check_sweep.hpp"

#include <fmt/format.h>

#include <set>

#include "app/command.hpp"
#include "config/write_toml.hpp"
#include "experiment/run_fit.hpp"
#include "report/render.hpp"
#include "study/read_sweep.hpp"
#include "study/sweep_plan.hpp"

namespace ebb::inline app {
namespace {

/// Points that have their network and routing in common.
struct Case {
  std::string name;  ///< "topology.k = 4, routing.name = valiant"
  Node root;
};

bool decides_the_proof(std::string_view parameter) {
  for (const std::string_view section : {"topology", "cables", "routing"})
    if (parameter.substr(0, parameter.find('.')) == section) return true;
  return false;
}

/// In the order in which they occur.
std::vector<Case> cases_of(const SweepPlan& plan) {
  std::vector<Case> cases;
  std::set<std::string> seen;
  for (const auto* list : {&plan.points, &plan.searches})
    for (const SweepPoint& point : *list) {
      std::string key;
      for (const char* section : {"topology", "cables", "routing"})
        if (const Node* node = point.root.find(section)) key += toml_value(*node) + "\n";
      if (!seen.insert(key).second) continue;
      Case& added = cases.emplace_back();
      added.root = point.root;
      for (const NamedFigure& p : point.parameters)
        if (decides_the_proof(p.name))
          added.name +=
              fmt::format("{}{} = {}", added.name.empty() ? "" : ", ", p.name, cell_text(p.value, {}));
    }
  return cases;
}

}  // namespace

Result<CheckResult> check_sweep(const std::string& path, const std::vector<std::string>& settings) {
  const auto config = read_sweep(path, settings);
  if (!config) return config.problems();
  const auto plan = plan_sweep(*config, memory_of_machine());
  if (!plan) return plan.problems();
  const std::vector<Case> cases = cases_of(*plan);
  CheckResult all;
  all.table.title =
      fmt::format("{}: {}, {}, {}", path, counted(plan->points.size(), "point"),
                  counted(plan->searches.size(), "search for saturation", "searches for saturation"),
                  counted(cases.size(), "network and routing", "networks and routings"));
  all.table.notes = config->notes;
  all.table.columns = {{"points", "points"}};
  for (const Case& one : cases) {
    const auto result = check_configuration(Configuration::of(path, one.root));
    if (!result) return result.problems();
    all.sound = all.sound && result->sound;
    if (all.table.columns.size() == 1)
      all.table.columns.insert(all.table.columns.end(), result->table.columns.begin(),
                               result->table.columns.end());
    for (std::vector<Cell> row : result->table.rows) {
      row.insert(row.begin(), Cell(one.name.empty() ? "all" : one.name));
      all.table.add(std::move(row));
    }
  }
  return all;
}

}  // namespace ebb::inline app
