// What a plan tells of itself, and several plans side by side, made from their JSON: the terminal, Markdown,
// CSV and the page show the same tables, whether the plan was made just now or printed a year ago.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/document/document.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// The key of a section in JSON: "service_life".
std::string section_key(std::string section);
/// Of what the parts cost to buy; of the devices' numbers.
std::vector<Column> price_columns();
std::vector<Column> number_columns();
inline constexpr const char* numbers_title = "device numbers used";

/// A figure of a plan with the words that plan_json() has written down for it.
struct PlanFigure {
  std::string section, key, what, unit, note;
  Cell value;
  bool shown = true;  ///< false: only data has it
};
/// In their order. Of a plan without words the keys are what there is.
std::vector<PlanFigure> figures_of_plan(const PageJson& plan);

/// What its parts cost to buy; nothing where a device states no price.
inline std::optional<double> price_in(const PageJson& plan) { return number_at(plan, "price.capex_usd"); }

/// What it is, and what of: three lines.
std::string plan_head(const PageJson& plan);
/// A table for each section, what the parts cost, and the devices' numbers with their sources.
std::vector<Table> plan_tables(const PageJson& plan);
/// The devices' numbers alone, with what is missing among them.
Table plan_numbers(const PageJson& plan);

/// Every figure in one row.
Table plan_row(const PageJson& plan);

}  // namespace ebb::inline report
