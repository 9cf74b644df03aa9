#include "base/rounded_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ebb::inline base {
namespace {

struct RoundUnit {
  std::int64_t ps;
  const char* name;
};
constexpr RoundUnit round_units[] = {
    {1'000'000'000'000, "s"}, {1'000'000'000, "ms"}, {1'000'000, "us"}, {1'000, "ns"}};

}  // namespace

std::string rounded_text(Picoseconds time, int digits) {
  if (time.v == 0) return "0 s";
  if (time.v < 0) return fmt::format("-{}", rounded_text({-std::max(time.v, -INT64_MAX)}, digits));
  const double rounds_up = 0.5 * std::pow(10.0, -digits);  // 999.6 us would be 1e+03 us
  for (const auto& [unit, name] : round_units) {
    const double value = static_cast<double>(time.v) / static_cast<double>(unit);
    if (value >= std::pow(10.0, digits)) return fmt::format("{:.0f} {}", value, name);  // of seconds only
    if (value >= 1 - rounds_up) return fmt::format("{:.{}g} {}", value, digits, name);
  }
  return fmt::format("{} ps", time.v);
}

std::string moment_text(Picoseconds time) {
  const std::int64_t ns = (time.v + 500) / 1'000;
  if (ns == 0) return "0 s";
  for (const auto& [unit, name] : round_units) {
    const std::int64_t in_ns = unit / 1'000;
    if (ns < in_ns) continue;
    std::string text = fmt::format("{}", ns / in_ns);
    if (ns % in_ns != 0) {
      const std::string part = fmt::format("{}", in_ns + ns % in_ns);  // a one, then all decimals
      text += fmt::format(".{}", part.substr(1, part.find_last_not_of('0')));
    }
    return fmt::format("{} {}", text, name);
  }
  return "0 s";
}

}  // namespace ebb::inline base
