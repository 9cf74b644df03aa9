#include "app/plain_quantity.hpp"

#include "base/quantity.hpp"

namespace ebb::inline app {

std::optional<PlainQuantity> plain_quantity(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell.value());
  if (!text) return std::nullopt;
  if (const auto size = parse_size(*text)) return PlainQuantity{static_cast<double>(size->v), "bytes"};
  if (const auto rate = parse_rate(*text)) return PlainQuantity{static_cast<double>(rate->v), "bits_per_s"};
  if (const auto time = parse_time(*text)) return PlainQuantity{static_cast<double>(time->v), "ps"};
  if (const auto power = parse_power(*text)) return PlainQuantity{power->v, "w"};
  if (const auto energy = parse_energy(*text)) return PlainQuantity{energy->v, "j"};
  return std::nullopt;
}

}  // namespace ebb::inline app
