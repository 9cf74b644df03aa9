#include "tasks/plan/check_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/counted.hpp"
#include "config/node.hpp"
#include "config/write_toml.hpp"
#include "experiment/fit/run_fit.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "report/document/render.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"
#include "study/sweep/read_sweep.hpp"
#include "study/sweep/sweep_plan.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline tasks {
namespace {

/// Points with the same sections for the proof.
struct Case {
  std::string name;  ///< "topology.k = 4, routing.name = valiant"
  Node root;
};

/// Returns the sections that the proof depends on: under some flow controls the channels of a port stop
/// together, and worms may be longer than buffers.
std::vector<std::string_view> proved_sections(const Node& root) {
  std::vector<std::string_view> sections{"topology", "cables", "routing", "flow"};
  const Node* forwarding = find_path(root, "switch.forwarding");
  if (forwarding && forwarding->text == "wormhole") sections.insert(sections.end(), {"switch", "host"});
  return sections;
}

/// In the order of their first points.
std::vector<Case> cases_of(const SweepPlan& plan) {
  std::vector<Case> cases;
  std::set<std::string> seen;
  for (const auto* list : {&plan.points, &plan.searches})
    for (const SweepPoint& point : *list) {
      const auto sections = proved_sections(point.root);
      std::string key, name;
      for (const std::string_view section : sections)
        if (const Node* node = point.root.find(section))
          key += fmt::format("{} = {}\n", section, toml_value(*node));
      if (!seen.insert(key).second) continue;
      for (const NamedFigure& p : point.parameters)
        if (std::find(sections.begin(), sections.end(), p.name.substr(0, p.name.find('.'))) != sections.end())
          name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", p.name, cell_text(p.value, {}));
      cases.push_back({name, point.root});
    }
  return cases;
}

Result<CheckResult> check_sweep(const std::string& path, const Settings& settings) {
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

}  // namespace

Result<CheckResult> check_file(const CheckOptions& options) {
  auto file = Configuration::read(options.file, options.settings);
  if (!file) return file.problems();
  if (file->root().find("sweep")) return check_sweep(options.file, options.settings);
  return check_configuration(std::move(*file));
}

}  // namespace ebb::inline tasks
