#include "base/rounded_time.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/quantity.hpp"

namespace ebb::inline base {

std::string rounded_text(Picoseconds time) {
  constexpr std::pair<std::int64_t, const char*> units[] = {
      {1'000'000'000'000, "s"}, {1'000'000'000, "ms"}, {1'000'000, "us"}, {1'000, "ns"}};
  for (const auto& [unit, name] : units)
    if (time.v >= unit)
      return fmt::format("{:.4g}{}", static_cast<double>(time.v) / static_cast<double>(unit), name);
  return quantity_text(time);
}

}  // namespace ebb::inline base
