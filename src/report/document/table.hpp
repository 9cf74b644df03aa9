// A table of results: a title, columns with their unit, rows of plain values. Every command that prints
// results fills such a table, and it is printed as aligned text, CSV, JSON or Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/cell.hpp"

namespace ebb::inline report {

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string key;             ///< in CSV and JSON; a quantity's key ends in its unit: "energy_j"
  std::string heading;         ///< in text and Markdown
  std::string unit = "";       ///< shown with the heading
  Align align = Align::left;   ///< of text cells; numbers are always right-aligned
  int decimals = four_digits;  ///< of real numbers in text
  bool wide = false;           ///< shown to people only on request

  static constexpr int four_digits = -1;  ///< as many decimals as four significant digits need
};

struct Table {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::string> notes = {};  ///< below the table in text and Markdown

  /// A row must have one cell per column.
  void add(std::vector<Cell> row);
};

}  // namespace ebb::inline report
