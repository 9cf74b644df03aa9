// The values that a paper prints: one file per paper under papers/, with one list per reproduction. Nothing
// here is computed. A statement without a number has an empty value.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"

namespace ebb::inline reproduce {

/// The meaning of a printed number, which decides when ours agrees with it (verdict.hpp).
enum class Comparison {
  equals,     ///< ours, rounded to the printed digits, is the same
  over,       ///< "over 1.6 M": above it, and still below the next printed digit
  more_than,  ///< a bound from below
  less_than,  ///< a bound from above
  nearly,     ///< below it, by at most a tenth
  about,      ///< a formula with ≈: within one in a hundred
  measured,   ///< by simulation or on machines, with private traces: within 5 %, or our interval
};
constexpr auto names_of(Comparison) {
  return std::array<std::string_view, 7>{"equals", "over",  "more_than", "less_than",
                                         "nearly", "about", "measured"};
}

/// The origin of our value. Only a computed one is judged.
enum class Basis {
  computed,  ///< it follows from the model, whatever the paper prints here
  given,     ///< an input of ours, printed for completeness
  fitted,    ///< a parameter of ours was solved from this printed number
};
constexpr auto names_of(Basis) { return std::array<std::string_view, 3>{"computed", "given", "fitted"}; }

struct PrintedValue {
  static constexpr std::int64_t as_written = 99;

  std::string id, what, unit, value, printed, where, note;
  std::string because;  ///< which input or parameter of ours it is
  std::string literal;  ///< for tests/check_rows.py
  /// Where the paper contradicts itself: what its other printed numbers make of this value, as arithmetic;
  /// and where it prints these.
  std::string implied, implied_by;
  Comparison compare = Comparison::equals;
  Basis basis = Basis::computed;
  std::int64_t decimals = as_written;

  static constexpr auto fields() {
    return std::tuple{
        field("id", &PrintedValue::id, "name of the row, the same on both sides"),
        field("what", &PrintedValue::what, "what is counted or measured"),
        field("unit", &PrintedValue::unit, "unit of the value"),
        field("value", &PrintedValue::value, "the number, in digits; empty when the paper prints none"),
        field("printed", &PrintedValue::printed, "as the paper writes it, when that is not the value itself"),
        field("compare", &PrintedValue::compare, "how the number is meant"),
        field("decimals", &PrintedValue::decimals,
              "printed digits after the point, negative for rounded thousands (default: as in value)"),
        field("basis", &PrintedValue::basis, "where our value comes from"),
        field("because", &PrintedValue::because, "given and fitted: which input or parameter of ours it is"),
        field("literal", &PrintedValue::literal,
              "computed: why its digits are also in our sources or device files, without being its origin"),
        field("implied", &PrintedValue::implied,
              "what the paper's other numbers make of it, as arithmetic over them: 6 * (6 - 1) / 2"),
        field("implied_by", &PrintedValue::implied_by,
              "implied: where the paper prints these numbers, and why they decide"),
        field("where", &PrintedValue::where, "table, section or page of the paper"),
        field("note", &PrintedValue::note, "what a reader must know to compare the two")};
  }
  Problems check() const;

  bool has_number() const { return !value.empty(); }
  double number() const;
  int digits_after_point() const;
  double implied_number() const;  ///< of `implied`, which must be there
};

struct PrintedValues {
  std::string title;  ///< of the paper
  std::vector<PrintedValue> values;
  const PrintedValue* find(std::string_view id) const;
};

/// The list `reproduction` of the file papers/<paper>.toml.
Result<PrintedValues> read_printed(std::string_view paper, std::string_view reproduction);

}  // namespace ebb::inline reproduce
