// One value of a result: a yes or no, a number, a text, or nothing where it is unknown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace ebb::inline results {

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

}  // namespace ebb::inline results
