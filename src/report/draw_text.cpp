#include "report/draw_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/number_text.hpp"

namespace ebb::inline report {
namespace {

struct Part {
  const char *key, *name;
  Watts PlanPower::*watts;
};
constexpr Part parts[] = {{"switch_base_w", "switch base", &PlanPower::switch_base},
                          {"ports_w", "ports", &PlanPower::ports},
                          {"transceivers_w", "transceivers", &PlanPower::transceivers},
                          {"adapters_w", "adapters", &PlanPower::nics},
                          {"traffic_w", "traffic", &PlanPower::traffic},
                          {"buffers_w", "buffers", &PlanPower::buffers}};

std::string number(double value) { return grouped(value, std::abs(value) < 100 ? 2 : 0); }

std::string parts_text(const PlanPower& power) {
  std::string text;
  for (const Part& part : parts)
    if (const Watts watts = power.*part.watts; watts.v != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part.name, number(watts.v));
  return text;
}

std::string share_text(const NetworkDraw& draw) {
  const double full = draw.always_on.total().v;
  return full > 0 ? fmt::format(" ({:.1f} %)", 100 * draw.drawn.total().v / full) : "";
}

std::string list(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, "; ")); }

}  // namespace

std::string missing_text(const std::vector<std::string>& missing) {
  return "not stated, and counted as nothing: " + list(missing);
}

std::string draw_text(const NetworkDraw& d) {
  std::string text = fmt::format("{} W of {} W always on{}: {}\n", number(d.drawn.total().v),
                                 number(d.always_on.total().v), share_text(d), parts_text(d.drawn));
  text += fmt::format("          {} kWh a year of {} always on; ${} a year instead of ${}: ${} less\n",
                      number(d.year.network_kwh), number(d.always_on_year.network_kwh), number(d.year.usd),
                      number(d.always_on_year.usd), number(d.saved_usd_per_year()));
  text += fmt::format("          at ${:g} per kWh and a PUE of {:g}, in a year like the measured time\n",
                      d.usd_per_kwh, d.pue);
  if (!d.missing.empty()) text += "          " + missing_text(d.missing) + "\n";
  if (!d.as_full.empty())
    text += fmt::format("          not stated, and counted as at full rate: {}\n", list(d.as_full));
  return text;
}

nlohmann::ordered_json draw_json(const NetworkDraw& d) {
  nlohmann::ordered_json json = {{"total_w", d.drawn.total().v}, {"always_on_w", d.always_on.total().v}};
  for (const Part& part : parts) json[part.key] = (d.drawn.*part.watts).v;
  for (const Part& part : parts) json[std::string("always_on_") + part.key] = (d.always_on.*part.watts).v;
  json["kwh_per_year"] = d.year.network_kwh;
  json["always_on_kwh_per_year"] = d.always_on_year.network_kwh;
  json["usd_per_year"] = d.year.usd;
  json["always_on_usd_per_year"] = d.always_on_year.usd;
  json["saved_usd_per_year"] = d.saved_usd_per_year();
  json["price_usd_per_kwh"] = d.usd_per_kwh;
  json["pue"] = d.pue;
  json["not_stated"] = list(d.missing);
  json["counted_as_full_rate"] = list(d.as_full);
  return json;
}

}  // namespace ebb::inline report
