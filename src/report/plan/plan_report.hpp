// A plan's result as figures. One list of them becomes the JSON, and the JSON becomes all other formats.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "results/capex.hpp"
#include "results/cell.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline report {

struct Figure {
  std::string section;  ///< "parts", "power", …: a heading in text, an object in JSON
  std::string key;      ///< unique; ends in its unit
  std::string what, unit;
  Cell value;
  std::string note = "";      ///< derivation; text only
  bool worth_showing = true;  ///< false: omitted in text, not in data
};

std::vector<Figure> plan_figures(const PlanResult& plan);

/// The device numbers of a plan, with their sources.
Table numbers_table(const std::vector<PlanNumber>& numbers);

/// All data of a plan: its figures by section, their headings, prices, devices' numbers.
nlohmann::ordered_json plan_json(const PlanResult& plan, const Capex& capex = {});
/// Renders plan_json(): in text and Markdown a head, a table per section and the numbers used; in CSV one
/// row.
std::string render_plan(const nlohmann::ordered_json& plan, Format format);

/// The parts with their prices; those without one have empty cells.
Table priced_parts(const Capex& capex);
/// "without cables", and without transceivers where the plan names none for its optical cables.
std::string left_out_of_price(const PlanResult& plan, const Capex& capex);

}  // namespace ebb::inline report
