// What a comparison of plans finds: which needs least power, by how much, and why.
#pragma once

#include <string>
#include <vector>

#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// The title of a plan, else the name of its file.
std::string name_of_plan(const PageJson& plan);

/// The part of a power or of a network's parts that a key is: "switch_base_power_w" is "switch base"; empty
/// for totals and ratios.
std::string part_of_plan(const std::string& key, const std::string& ending);

struct PlanFinding {
  std::string title;                   ///< "b uses 36 % less than a"
  std::vector<std::string> sentences;  ///< by how much in watts, energy and money; then why
};
/// Several plans. Networks that carry different traffic are compared per Gb/s that they carry, those for
/// different numbers of hosts per host.
PlanFinding plan_finding(const std::vector<PageJson>& plans);

/// A row for each plan: its network, its size, its power and what a year of it costs.
Table plans_at_a_glance(const std::vector<PageJson>& plans);

}  // namespace ebb::inline report
