// The parameters that a sweep may vary (sweep_reader.hpp).
#include <algorithm>
#include <array>
#include <set>

#include "base/fields.hpp"
#include "catalogue/catalogue.hpp"
#include "experiment/read/config_docs.hpp"
#include "study/sweep/sweep_reader.hpp"

namespace ebb::inline study {
namespace {

/// Of [plan], a run reads the devices and the price of a kWh. The rest is for plans only, such as the load,
/// which a run measures.
bool is_read_by_runs(std::string_view name) {
  constexpr std::array of_plan{"plan.switch",
                               "plan.nic",
                               "plan.optics",
                               "plan.copper",
                               "plan.charge_by_ports",
                               "plan.price_usd_per_kwh",
                               "plan.pue"};
  return !name.starts_with("plan.") || std::find(of_plan.begin(), of_plan.end(), name) != of_plan.end();
}

bool not_of_a_run(std::string_view path) {
  return path == "rules" || path == "lab" || path.starts_with("sweep");
}

}  // namespace

std::vector<std::string> parameter_names() {
  std::set<std::string> names;
  for (const DocumentedSection& section : documented_sections()) {
    if (not_of_a_run(section.path)) continue;
    for (const FieldInfo& f : section.fields)
      if (const std::string name = section.path + "." + f.name; is_read_by_runs(name)) names.insert(name);
    if (section.entries.empty()) continue;
    names.insert(section.path);
    names.insert(section.path + ".name");
    for (const EntryInfo& e : section.entries)
      for (const FieldInfo& f : e.fields()) names.insert(section.path + "." + f.name);
  }
  return {names.begin(), names.end()};
}

}  // namespace ebb::inline study
