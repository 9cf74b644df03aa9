// A table of results: a title, columns with their unit, rows of plain values. Every command that prints
// results fills such a table, and it is printed as aligned text, CSV, JSON or Markdown.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ebb::inline report {

/// One value. An unknown value is "-" in text, an empty field in CSV, null in JSON.
class Cell {
 public:
  using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

  Cell() = default;
  Cell(bool v) : value_(v) {}
  Cell(int v) : value_(std::int64_t{v}) {}
  Cell(std::uint32_t v) : value_(std::int64_t{v}) {}
  Cell(std::int64_t v) : value_(v) {}
  /// `decimals` are those shown in text. Data formats always get the shortest digits that read back the same.
  Cell(double v, int decimals = by_column) : value_(v), decimals_(decimals) {}
  Cell(std::string v) : value_(std::move(v)) {}
  Cell(std::string_view v) : value_(std::string(v)) {}
  Cell(const char* v) : value_(std::string(v)) {}

  const Value& value() const { return value_; }
  int decimals() const { return decimals_; }
  bool is_number() const { return value_.index() == 2 || value_.index() == 3; }

  static constexpr int by_column = -1;

 private:
  Value value_;
  int decimals_ = by_column;
};

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
