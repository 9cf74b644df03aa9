#include "study/parameter_names.hpp"

#include <set>

#include "experiment/config_docs.hpp"

namespace ebb::inline study {

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
