#include "report/document/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ebb::inline report {
namespace {

/// Commas between the thousands of the whole part of a plain decimal number.
std::string with_commas(const std::string& digits) {
  const std::size_t sign = !digits.empty() && digits[0] == '-' ? 1 : 0;
  const std::size_t whole_end = std::min(digits.find('.'), digits.size());
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > sign && i < whole_end && (whole_end - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

int decimals_for_four_digits(double value) {
  const double size = std::abs(value);
  int decimals = 3;
  for (double limit = 10; decimals > 0 && size >= limit; limit *= 10) --decimals;
  for (double limit = 1; decimals < 12 && size > 0 && size < limit; limit /= 10) ++decimals;
  return decimals;
}

}  // namespace

std::string grouped(std::int64_t value) { return with_commas(fmt::format("{}", value)); }

std::string grouped(double value, int decimals) {
  if (!std::isfinite(value)) return "-";
  if (std::abs(value) >= 1e15) return fmt::format("{:.6g}", value);
  const bool automatic = decimals < 0;
  std::string digits = fmt::format("{:.{}f}", value, automatic ? decimals_for_four_digits(value) : decimals);
  if (automatic && digits.find('.') != std::string::npos) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  if (digits.find_first_not_of("-0.") == std::string::npos && digits[0] == '-') digits.erase(0, 1);
  return with_commas(digits);
}

}  // namespace ebb::inline report
