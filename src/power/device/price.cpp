#include "power/device/price.hpp"

#include <charconv>
#include <chrono>
#include <optional>

namespace ebb::inline power {
namespace {

/// The number that fills this part of the text; nothing for anything else.
std::optional<int> number_in(std::string_view text, std::size_t at, std::size_t digits) {
  if (text.size() < at + digits) return std::nullopt;
  int number = 0;
  const char* begin = text.data() + at;
  const auto [end, error] = std::from_chars(begin, begin + digits, number);
  if (error != std::errc{} || end != begin + digits || *begin == '-') return std::nullopt;
  return number;
}

}  // namespace

bool is_date(std::string_view text) {
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  for (const std::size_t dash : {4, 7})
    if (text.size() > dash && text[dash] != '-') return false;
  const auto year = number_in(text, 0, 4);
  const auto month = text.size() > 4 ? number_in(text, 5, 2) : 1,
             day = text.size() > 7 ? number_in(text, 8, 2) : 1;
  if (!year || !month || !day || *year < 1970 || *year > 2999) return false;
  return std::chrono::year_month_day(std::chrono::year(*year),
                                     std::chrono::month(static_cast<unsigned>(*month)),
                                     std::chrono::day(static_cast<unsigned>(*day)))
      .ok();
}

}  // namespace ebb::inline power
