#include "report/document/draw_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/document/joined_words.hpp"
#include "report/document/number_text.hpp"
#include "report/page/json_reader.hpp"
#include "report/run/power_part.hpp"

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

PowerBasis basis_in(const PageJson& power) {
  return {.known = number_at(power, "total_w").has_value(),
          .usd_per_kwh = number_at(power, "price_usd_per_kwh").value_or(0),
          .pue = number_at(power, "pue").value_or(1),
          .missing = texts_at(power, "missing_numbers"),
          .as_full = texts_at(power, "counted_as_full_rate")};
}

std::string tariff_text(const PowerBasis& basis) {
  return fmt::format(
      "at ${:g} per kWh; money counts each kWh {:g} times, for cooling and distribution (PUE); in a year "
      "like the measured time",
      basis.usd_per_kwh, basis.pue);
}

std::vector<std::string> unstated_notes(const PowerBasis& basis) {
  std::vector<std::string> notes;
  if (!basis.missing.empty()) notes.push_back(missing_text(basis.missing));
  if (!basis.as_full.empty())
    notes.push_back("not stated, and counted as at full rate: " + joined_words(basis.as_full));
  return notes;
}

}  // namespace

std::string missing_text(const std::vector<std::string>& missing, bool power_known) {
  if (power_known) return "not stated, and counted as nothing: " + joined_words(missing);
  return fmt::format(
      "power is missing, and energy and electricity with it: not stated are {} (`base` or a link's `port` in "
      "a copy of the device's file)",
      joined_words(missing));
}

std::vector<std::string> basis_notes(const PowerBasis& basis) {
  if (!basis.known) return {missing_text(basis.missing, false)};
  std::vector<std::string> notes{"watts, energy and money of the whole network by [plan], " +
                                 tariff_text(basis)};
  for (std::string& note : unstated_notes(basis)) notes.push_back(std::move(note));
  return notes;
}

std::string draw_text(const PageJson& power) {
  const PowerBasis basis = basis_in(power);
  if (!basis.known) return missing_text(basis.missing, false);
  const auto of = [&](const char* key) { return number_at(power, key).value_or(0); };
  const double now = of("total_w"), full = of("always_on_w");
  std::string text =
      fmt::format("{} W of {} W always on{}: {}\n", number(now), number(full),
                  full > 0 ? fmt::format(" ({:.1f} %)", 100 * now / full) : "", parts_text(power));
  text += fmt::format("{} kWh a year of {} always on; ${} a year instead of ${}: ${} less\n",
                      number(of("kwh_per_year")), number(of("always_on_kwh_per_year")),
                      number(of("usd_per_year")), number(of("always_on_usd_per_year")),
                      number(of("saved_usd_per_year")));
  text += tariff_text(basis);
  for (const std::string& note : unstated_notes(basis)) text += "\n" + note;
  return text;
}

nlohmann::ordered_json power_json(const NetworkPower& d) {
  const auto known = [&](double value) { return d.known ? PageJson(value) : PageJson(); };
  nlohmann::ordered_json json = {{"total_w", known(d.drawn.total().v)},
                                 {"always_on_w", known(d.always_on.total().v)}};
  for (const auto& [front, power] : {std::pair("", &d.drawn), std::pair("always_on_", &d.always_on)})
    for (const PowerPart& part : power_parts)
      if (!part.key.empty())
        json[std::string(front) + std::string(part.key)] =
            part.is_known(*power, d.missing) ? nlohmann::ordered_json((power->*part.watts).v) : nullptr;
  json["kwh_per_year"] = known(d.year.network_kwh);
  json["always_on_kwh_per_year"] = known(d.always_on_year.network_kwh);
  json["usd_per_year"] = known(d.year.usd);
  json["always_on_usd_per_year"] = known(d.always_on_year.usd);
  json["saved_usd_per_year"] = known(d.saved_usd_per_year());
  json["price_usd_per_kwh"] = d.usd_per_kwh;
  json["pue"] = d.pue;
  json["missing_numbers"] = d.missing;
  json["counted_as_full_rate"] = d.as_full;
  return json;
}

}  // namespace ebb::inline report
