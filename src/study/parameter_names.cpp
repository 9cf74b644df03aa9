#include "study/parameter_names.hpp"

#include <set>

#include "experiment/config_docs.hpp"

namespace ebb::inline study {
namespace {

bool not_of_a_run(std::string_view path) {
  return path == "plan" || path == "rules" || path == "lab" || path.starts_with("sweep");
}

}  // namespace

std::vector<std::string> parameter_names() {
  std::set<std::string> names;
  for (const DocumentedSection& section : documented_sections()) {
    if (not_of_a_run(section.path)) continue;
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
