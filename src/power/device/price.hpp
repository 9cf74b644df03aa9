// What one piece of a device was publicly offered for. Prices differ between sellers and years, so a device
// file states each offer with its date, and sums show a range.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "power/device/sourced.hpp"

namespace ebb::inline power {

enum class PriceKind : std::uint8_t { street, list };
constexpr auto names_of(PriceKind) { return std::array<std::string_view, 2>{"street", "list"}; }

/// One offer.
struct Price {
  Sourced<double> usd;
  PriceKind kind = PriceKind::street;
  std::string date;

  static constexpr auto fields() {
    return std::tuple{field("usd", &Price::usd, "what one was offered for, in $", {0, 1e9}),
                      field("kind", &Price::kind, "street: what a seller asks; list: a list price"),
                      field("date", &Price::date, "when: \"2026\", \"2026-09\" or \"2026-09-15\"")};
  }
};

/// True for a year from 1970 to 2999, a month or a day of one: "2026", "2026-09", "2026-09-15".
bool is_date(std::string_view text);

/// All offers of one piece.
struct PriceRange {
  double least = 0, most = 0;
  std::string dates;   ///< "2025 to 2026-09"; empty: undated
  std::string source;  ///< the tag, where all have the same
  std::string from;    ///< where each was read
};

}  // namespace ebb::inline power
