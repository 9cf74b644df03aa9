#include "study/sweep_config.hpp"

#include <set>

#include "experiment/config_docs.hpp"
#include "study/sweep_condition.hpp"
#include "study/sweep_fixed.hpp"
#include "study/sweep_reader.hpp"
#include "study/sweep_values.hpp"

namespace ebb::inline study {
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

}  // namespace ebb::inline study
