// A plan's result as figures: one list of them becomes the JSON, and that everything else.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "results/capex.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline report {

struct Figure {
  std::string section;  ///< "parts", "power", …: a heading in text, an object in JSON
  std::string key;      ///< unique; ends in its unit
  std::string what, unit;
  Cell value;
  std::string note = "";      ///< how it comes about; text only
  bool worth_showing = true;  ///< false: text leaves it out, data does not
};

std::vector<Figure> plan_figures(const PlanResult& plan);

/// The device numbers that a plan rests on, with their sources.
Table numbers_table(const std::vector<PlanNumber>& numbers);

/// Everything that is said of a plan: its figures by section, the words for each, prices, devices' numbers.
nlohmann::ordered_json plan_json(const PlanResult& plan, const Capex& capex = {});
/// Of plan_json(): in text and Markdown a head, a table per section and the numbers used; in CSV one row.
std::string render_plan(const nlohmann::ordered_json& plan, Format format);

/// "without cables", and without transceivers where optical cables have some that nobody names.
std::string left_out_of_price(const PlanResult& plan, const Capex& capex);

}  // namespace ebb::inline report
