#include "report/draw_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/joined_words.hpp"
#include "report/number_text.hpp"
#include "report/page/json_reader.hpp"
#include "report/power_part.hpp"

namespace ebb::inline report {
namespace {

std::string number(double value) { return grouped(value, std::abs(value) < 100 ? 2 : 0); }

std::string parts_text(const PageJson& power) {
  std::string text;
  for (const PowerPart& part : power_parts)
    if (const double watts = number_at(power, part.key).value_or(0); watts != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part.name, number(watts));
  return text;
}

}  // namespace

std::string missing_text(const std::vector<std::string>& missing) {
  return "not stated, and counted as nothing: " + joined_words(missing);
}

std::string draw_text(const PageJson& power) {
  const auto of = [&](const char* key) { return number_at(power, key).value_or(0); };
  const double now = of("total_w"), full = of("always_on_w");
  std::string text =
      fmt::format("{} W of {} W always on{}: {}\n", number(now), number(full),
                  full > 0 ? fmt::format(" ({:.1f} %)", 100 * now / full) : "", parts_text(power));
  text += fmt::format("{} kWh a year of {} always on; ${} a year instead of ${}: ${} less\n",
                      number(of("kwh_per_year")), number(of("always_on_kwh_per_year")),
                      number(of("usd_per_year")), number(of("always_on_usd_per_year")),
                      number(of("saved_usd_per_year")));
  text += fmt::format(
      "at ${:g} per kWh; money counts each kWh {:g} times, for cooling and distribution (PUE); in a year "
      "like the "
      "measured time",
      of("price_usd_per_kwh"), of("pue"));
  if (const auto missing = texts_at(power, "missing_numbers"); !missing.empty())
    text += "\n" + missing_text(missing);
  if (const auto as_full = texts_at(power, "counted_as_full_rate"); !as_full.empty())
    text += "\nnot stated, and counted as at full rate: " + joined_words(as_full);
  return text;
}

nlohmann::ordered_json draw_json(const NetworkDraw& d) {
  nlohmann::ordered_json json = {{"total_w", d.drawn.total().v}, {"always_on_w", d.always_on.total().v}};
  for (const auto& [front, power] : {std::pair("", &d.drawn), std::pair("always_on_", &d.always_on)})
    for (const PowerPart& part : power_parts)
      if (!part.key.empty())
        json[std::string(front) + std::string(part.key)] =
            part.is_known(*power, d.missing) ? nlohmann::ordered_json((power->*part.watts).v) : nullptr;
  json["kwh_per_year"] = d.year.network_kwh;
  json["always_on_kwh_per_year"] = d.always_on_year.network_kwh;
  json["usd_per_year"] = d.year.usd;
  json["always_on_usd_per_year"] = d.always_on_year.usd;
  json["saved_usd_per_year"] = d.saved_usd_per_year();
  json["price_usd_per_kwh"] = d.usd_per_kwh;
  json["pue"] = d.pue;
  json["missing_numbers"] = d.missing;
  json["counted_as_full_rate"] = d.as_full;
  return json;
}

}  // namespace ebb::inline report
