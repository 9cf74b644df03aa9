#include "base/rounded_time.hpp"

#include <fmt/format.h>

#include <utility>

namespace ebb::inline base {

std::string rounded_text(Picoseconds time) {
  constexpr std::pair<std::int64_t, const char*> units[] = {
      {1'000'000'000'000, "s"}, {1'000'000'000, "ms"}, {1'000'000, "us"}, {1'000, "ns"}};
  if (time.v == 0) return "0 s";
  for (const auto& [unit, name] : units)  // 999.6 us would be 1e+03 us
    if (time.v >= unit - unit / 2'000)
      return fmt::format("{:.3g} {}", static_cast<double>(time.v) / static_cast<double>(unit), name);
  return fmt::format("{} ps", time.v);
}

}  // namespace ebb::inline base
