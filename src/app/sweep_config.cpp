#include "app/sweep_config.hpp"

#include <set>

#include "app/config_docs.hpp"
#include "app/sweep_condition.hpp"
#include "app/sweep_fixed.hpp"
#include "app/sweep_reader.hpp"
#include "app/sweep_values.hpp"

namespace ebb {
Problems SaturationSettings::check() const {
  Problems problems;
  if (!(from > 0 && from < to && to <= 1))
    problems.push_back({"from",
                        fmt::format("is {} and `to` is {}, but 0 < from < to <= 1 is needed", from, to),
                        "for example: from = 0.05, to = 1"});
  if (!(precision >= 0.0001 && precision < 1))
    problems.push_back({"precision", fmt::format("is {}, but must be from 0.0001 to below 1", precision),
                        "for example: 0.02"});
  return problems;
}

Problems SweepSettings::check() const {
  if (repeats >= 1 && repeats <= static_cast<std::int64_t>(most_points)) return {};
  return {
      {"repeats", fmt::format("is {}, but must be from 1 to {}", repeats, most_points), "for example: 3"}};
}

bool Condition::holds(const Node& point) const {
  for (const auto& [parameter, wanted] : all)
    if (!matches(find_path(point, parameter), wanted)) return false;
  return true;
}

bool Condition::mentions(std::string_view parameter) const {
  for (const auto& [key, node] : all)
    if (key == parameter) return true;
  return false;
}

Result<SweepConfig> read_sweep(const std::string& path, const std::vector<std::string>& settings) {
  auto file = Configuration::read(path, settings);
  if (!file) return file.problems();
  SweepConfig config;
  config.path = path;
  config.base = file->root();
  std::erase_if(config.base.entries, [](const auto& e) { return e.key == "sweep"; });
  Problems& problems = file->problems();
  if (const Node* sweep = file->root().find("sweep")) {
    read_sweep_section(*sweep, config, problems);
    if (problems.empty()) file->add_problems("sweep", config.settings.check());
    if (problems.empty()) fix_what_is_set(config, problems);
  } else {
    problems.push_back({path, "has no [sweep] section", "see docs/sweep.md; a single run is `ebb run`"});
  }
  Problems found = file->finish();
  if (!found.empty()) return found;
  return config;
}

bool is_wanted(const SweepConfig& config, const Node& point, std::string_view ignore) {
  const auto counts = [&](const Condition& c) { return ignore.empty() || !c.mentions(ignore); };
  for (const Condition& c : config.skip)
    if (counts(c) && c.holds(point)) return false;
  bool any = false;
  for (const Condition& c : config.only) {
    if (!counts(c)) continue;
    if (c.holds(point)) return true;
    any = true;
  }
  return !any;
}

std::vector<std::string> parameter_names() {
  std::set<std::string> names;
  for (const DocumentedSection& section : documented_sections()) {
    if (section.path == "plan" || section.path.starts_with("sweep")) continue;
    for (const FieldInfo& f : section.fields) names.insert(section.path + "." + f.name);
    if (section.entries.empty()) continue;
    names.insert(section.path);
    names.insert(section.path + ".name");
    for (const EntryInfo& e : section.entries)
      for (const FieldInfo& f : e.fields()) names.insert(section.path + "." + f.name);
  }
  return {names.begin(), names.end()};
}

}  // namespace ebb
