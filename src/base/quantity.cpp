#include "base/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>

namespace ebb::inline base {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t scale;  // in the base unit of the type
};

constexpr Unit time_units[] = {
    {"s", 1'000'000'000'000}, {"ms", 1'000'000'000}, {"us", 1'000'000}, {"ns", 1'000}, {"ps", 1}};
constexpr Unit rate_units[] = {
    {"Tb/s", 1'000'000'000'000}, {"Gb/s", 1'000'000'000}, {"Mb/s", 1'000'000}, {"kb/s", 1'000}, {"b/s", 1}};
constexpr Unit size_units[] = {{"GiB", 1 << 30},  {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1'000'000'000},
                               {"MB", 1'000'000}, {"kB", 1'000},    {"B", 1}};

/// What people type as well. Printed is always a unit of the lists above.
struct OtherName {
  std::string_view name, unit;
};
constexpr OtherName other_time_names[] = {{"µs", "us"}, {"μs", "us"}, {"sec", "s"}};
constexpr OtherName other_rate_names[] = {
    {"Tbps", "Tb/s"},   {"Gbps", "Gb/s"},   {"Mbps", "Mb/s"},   {"kbps", "kb/s"},   {"bps", "b/s"},
    {"Tbit/s", "Tb/s"}, {"Gbit/s", "Gb/s"}, {"Mbit/s", "Mb/s"}, {"kbit/s", "kb/s"}, {"bit/s", "b/s"},
    {"T", "Tb/s"},      {"G", "Gb/s"},      {"M", "Mb/s"}};
constexpr OtherName other_size_names[] = {{"KB", "kB"}, {"kiB", "KiB"}};

std::string_view unit_of(std::string_view typed, std::span<const OtherName> others) {
  const auto* other = std::find_if(others.data(), others.data() + others.size(),
                                   [&](const OtherName& o) { return o.name == typed; });
  return other == others.data() + others.size() ? typed : other->unit;
}

/// Real quantities scale by a power of ten, which decimal text represents exactly.
struct RealUnit {
  std::string_view name;
  int exponent;
};

constexpr RealUnit power_units[] = {{"MW", 6}, {"kW", 3}, {"W", 0}, {"mW", -3}};
constexpr RealUnit energy_units[] = {{"MJ", 6},  {"kJ", 3},  {"J", 0},    {"mJ", -3},
                                     {"uJ", -6}, {"nJ", -9}, {"pJ", -12}, {"fJ", -15}};

struct Split {
  std::string_view number, unit;
};

Split split(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == '.' ||
                               text[end] == '_' || (end == 0 && (text[end] == '-' || text[end] == '+'))))
    ++end;
  std::string_view unit = text.substr(end);
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  return {text.substr(0, end), unit};
}

template <class U>
std::string unit_list(std::span<const U> units) {
  std::string all;
  for (const U& u : units) all += (all.empty() ? "" : ", ") + std::string(u.name);
  return all;
}

/// Computes digits[.digits] times scale as an exact integer. False when it is no number, not an integer, or
/// out of range.
bool scaled(std::string_view number, std::int64_t scale, __int128& out) {
  __int128 value = 0, divisor = 1;
  bool fraction = false, any = false, negative = false;
  for (char c : number) {
    if (c == '-') {
      negative = true;
      continue;
    }
    if (c == '+' || c == '_') continue;
    if (c == '.') {
      if (fraction) return false;
      fraction = true;
      continue;
    }
    value = value * 10 + (c - '0');
    if (fraction) divisor *= 10;
    any = true;
    // One beyond the largest, for the most negative value; the range is checked at the end.
    if (value > __int128{std::numeric_limits<std::int64_t>::max()} + 1 || divisor > 1'000'000'000'000'000'000)
      return false;
  }
  if (!any || value * scale % divisor != 0) return false;
  out = value * scale / divisor;
  if (negative) out = -out;
  return out <= std::numeric_limits<std::int64_t>::max() && out >= std::numeric_limits<std::int64_t>::min();
}

Result<std::int64_t> parse(std::string_view text, std::span<const Unit> units,
                           std::span<const OtherName> others, std::string_view example) {
  Split parts = split(text);
  parts.unit = unit_of(parts.unit, others);
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == parts.unit; });
  if (parts.number.empty() || unit == units.end())
    return Problem{"", fmt::format("\"{}\" is no number with a unit", text.substr(0, 60)),
                   fmt::format("write it like \"{}\"; units: {}", example, unit_list(units))};
  __int128 value = 0;
  if (!scaled(parts.number, unit->scale, value))
    return Problem{
        "",
        fmt::format("\"{}\" is out of range, or finer than one {}", text.substr(0, 60), units.back().name),
        fmt::format("the value is kept as a whole number of {}", units.back().name)};
  return static_cast<std::int64_t>(value);
}

Result<double> parse_real(std::string_view text, std::span<const RealUnit> units, std::string_view kind,
                          std::string_view example) {
  const Split parts = split(text);
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const RealUnit& u) { return u.name == parts.unit; });
  if (unit != units.end()) {
    // "3.2" with pJ is read as 3.2e-12: rounded once, where a multiplication would round a second time.
    const std::string digits = fmt::format("{}e{}", parts.number, unit->exponent);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc{} && end == digits.data() + digits.size()) return value;
  }
  return Problem{"", fmt::format("\"{}\" is no {}", text.substr(0, 60), kind),
                 fmt::format("write it like \"{}\"; units: {}", example, unit_list(units))};
}

template <class T, class N>
Result<T> as(Result<N> number) {
  if (!number) return number.problems();
  return T{*number};
}

/// Returns `value` in this unit with at most three decimals, empty when that is not exact.
std::string in_unit(std::int64_t value, const Unit& u) {
  if (value % u.scale == 0) return fmt::format("{}{}", value / u.scale, u.name);
  if (value > -u.scale && value < u.scale) return "";
  for (int digits = 1, tenth = 10; digits <= 3; ++digits, tenth *= 10)
    if (u.scale % tenth == 0 && value % (u.scale / tenth) == 0)
      return fmt::format("{}.{:0{}}{}", value / u.scale, std::abs(value % u.scale / (u.scale / tenth)),
                         digits, u.name);
  return "";
}

std::string shortest(std::int64_t value, std::span<const Unit> units) {
  std::string best = fmt::format("{}{}", value, units.back().name);
  for (auto u = units.rbegin(); u != units.rend(); ++u) {
    const std::string text = in_unit(value, *u);
    if (!text.empty() && text.size() <= best.size()) best = text;
  }
  return best;
}

/// Without an exponent, which could not be parsed again.
std::string all_digits(double value) {
  std::array<char, 400> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed).ptr;
  return {digits.data(), end};
}

/// In the largest unit that gives at least 1, with as few digits as parse back to the same value.
std::string shortest_real(double value, std::span<const RealUnit> units, std::string_view plain_unit) {
  if (value == 0) return fmt::format("0{}", plain_unit);
  for (const RealUnit& u : units) {
    double one = 0;
    const std::string one_text = fmt::format("1e{}", u.exponent);
    std::from_chars(one_text.data(), one_text.data() + one_text.size(), one);
    if (std::abs(value) < one && &u != &units.back()) continue;
    for (int digits = 1; digits <= 18; ++digits) {
      const std::string text = fmt::format("{:.{}g}{}", value / one, digits, u.name);
      const auto back = parse_real(text, units, "", "");
      if (back && *back == value) return text;
    }
  }
  return all_digits(value) + std::string(plain_unit);  // far outside the units
}

}  // namespace

Result<Picoseconds> parse_time(std::string_view t) {
  return as<Picoseconds>(parse(t, time_units, other_time_names, "1us"));
}
Result<BitsPerSecond> parse_rate(std::string_view t) {
  return as<BitsPerSecond>(parse(t, rate_units, other_rate_names, "40Gb/s"));
}
Result<Bytes> parse_size(std::string_view t) {
  return as<Bytes>(parse(t, size_units, other_size_names, "64KiB"));
}

Result<Watts> parse_power(std::string_view t) {
  return as<Watts>(parse_real(t, power_units, "power", "100W"));
}
Result<Joules> parse_energy(std::string_view t) {
  return as<Joules>(parse_real(t, energy_units, "energy", "3.2pJ"));
}

std::string quantity_text(Picoseconds t) { return t.v == 0 ? "0s" : shortest(t.v, time_units); }
std::string quantity_text(BitsPerSecond r) { return r.v == 0 ? "0b/s" : shortest(r.v, rate_units); }
std::string quantity_text(Bytes b) { return b.v == 0 ? "0B" : shortest(b.v, size_units); }
std::string quantity_text(Watts w) { return all_digits(w.v) + "W"; }
std::string quantity_text(Joules e) { return shortest_real(e.v, energy_units, "J"); }

std::vector<UnitFamily> unit_families() {
  return {{"time", "2.5us", unit_list(std::span<const Unit>(time_units))},
          {"rate", "40Gb/s", unit_list(std::span<const Unit>(rate_units))},
          {"size", "64KiB", unit_list(std::span<const Unit>(size_units))},
          {"power", "100W", unit_list(std::span<const RealUnit>(power_units))},
          {"energy", "3.2pJ", unit_list(std::span<const RealUnit>(energy_units))}};
}

}  // namespace ebb::inline base
