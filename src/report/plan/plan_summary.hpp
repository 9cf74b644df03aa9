// The summary of a plan, and of several plans side by side, made from their JSON. The terminal, Markdown, CSV
// and the page show the same tables, for new and for stored plans.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/document/document.hpp"
#include "report/page/json_reader.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {

/// The key of a section in JSON: "service_life".
std::string section_key(std::string section);
/// Columns of the purchase price, and of the devices' numbers.
std::vector<Column> price_columns();
std::vector<Column> number_columns();
/// Which devices have no price, and what follows from it for a total.
std::string unpriced_text(const std::vector<std::string>& devices);
inline constexpr const char* numbers_title = "device numbers used";

/// A figure of a plan with its heading from plan_json().
struct PlanFigure {
  std::string section, key, what, unit, note;
  Cell value;
  bool shown = true;  ///< false: only in data
};
/// Returns the figures in their order. For a plan without headings it uses the keys.
std::vector<PlanFigure> figures_of_plan(const PageJson& plan);

/// The purchase price of its parts, empty where a device states none.
inline std::optional<double> price_in(const PageJson& plan) { return number_at(plan, "price.capex_usd"); }

/// Describes the plan and its devices in three lines.
std::string plan_head(const PageJson& plan);
/// A table for each section, the purchase price, and the devices' numbers with their sources.
std::vector<Table> plan_tables(const PageJson& plan);
/// The devices' numbers alone, with the missing ones.
Table plan_numbers(const PageJson& plan);

/// Every figure in one row.
Table plan_row(const PageJson& plan);

}  // namespace ebb::inline report
