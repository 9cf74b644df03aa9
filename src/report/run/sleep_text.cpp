#include "report/run/sleep_text.hpp"

#include <fmt/format.h>

#include "base/rounded_time.hpp"
#include "base/units.hpp"
#include "report/document/number_text.hpp"
#include "results/energy_result.hpp"
#include "results/power_ramp.hpp"
#include "results/run_time_series.hpp"

namespace ebb::inline report {

nlohmann::ordered_json switch_sleep_json(const SwitchSleepResult& s) {
  nlohmann::ordered_json json = {{"switches", s.switches},
                                 {"asleep", s.asleep},
                                 {"sleeps", s.sleeps},
                                 {"wakes_ordered", s.wakes_ordered},
                                 {"wakes_done", s.wakes_done},
                                 {"wakes_under_way", s.wakes_under_way},
                                 {"attempts_failed", s.attempts_failed},
                                 {"drains_undone", s.drains_undone},
                                 {"wake_mean_ps", s.wake_mean.v},
                                 {"wake_longest_ps", s.wake_longest.v},
                                 {"reasons", nlohmann::ordered_json::array()}};
  for (const auto& [why, times] : s.reasons) json["reasons"].push_back({{"why", why}, {"decisions", times}});
  return json;
}

std::string switch_sleep_text(const PageJson& s) {
  const auto time = [&](const char* key) { return rounded_text(Picoseconds{whole_at(s, key)}); };
  std::string text = fmt::format("{} of {} switches on average; fell asleep {} times",
                                 grouped(number_at(s, "asleep").value_or(0), 1),
                                 grouped(whole_at(s, "switches")), grouped(whole_at(s, "sleeps")));
  text += fmt::format("\nwakes: {} ordered, {} done, {} under way; {} tries failed; {} drains undone",
                      grouped(whole_at(s, "wakes_ordered")), grouped(whole_at(s, "wakes_done")),
                      grouped(whole_at(s, "wakes_under_way")), grouped(whole_at(s, "attempts_failed")),
                      grouped(whole_at(s, "drains_undone")));
  if (whole_at(s, "wakes_done") > 0)
    text +=
        fmt::format("\na wake took {} on average, {} at most", time("wake_mean_ps"), time("wake_longest_ps"));
  if (const PageJson& reasons = member(s, "reasons"); reasons.is_array())
    for (const PageJson& reason : reasons)
      text += fmt::format("\n{} times: {}", grouped(whole_at(reason, "decisions")), text_at(reason, "why"));
  return text;
}

nlohmann::ordered_json domains_json(const RunResult& result) {
  auto rows = nlohmann::ordered_json::array();
  for (const EnergyResult& energy : result.energy)
    if (energy.domains_save.v != 0)
      rows.push_back({{"table", energy.table}, {"saved_j", energy.domains_save.v}});
  return rows;
}

std::string domains_text(const PageJson& rows) {
  std::string text;
  for (const PageJson& row : rows)
    text +=
        fmt::format("{}{}: {:.4g} J saved by modules and switches without a port that is on",
                    text.empty() ? "" : "\n", text_at(row, "table"), number_at(row, "saved_j").value_or(0));
  return text;
}

nlohmann::ordered_json ramps_json(const RunResult& result) {
  auto rows = nlohmann::ordered_json::array();
  if (!result.switch_sleep && !(result.job && !result.rates.empty())) return rows;  // else nobody asks
  for (const SeriesPower& power : result.time_series.power) {
    if (!power.ramp) continue;
    nlohmann::ordered_json row = {{"table", power.table},
                                  {"largest_w", power.ramp->largest_w},
                                  {"largest_at_s", power.ramp->largest_at_s},
                                  {"span_s", power.ramp->span_s},
                                  {"strongest_hz", nullptr},
                                  {"strongest_w", nullptr},
                                  {"spectrum", nlohmann::ordered_json::array()}};
    if (power.ramp->strongest)
      row["strongest_hz"] = power.ramp->strongest->hz, row["strongest_w"] = power.ramp->strongest->watts;
    for (const PowerAt& line : power.ramp->spectrum) row["spectrum"].push_back({line.hz, line.watts});
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string ramps_text(const PageJson& rows) {
  std::string text;
  for (const PageJson& row : rows) {
    const double span = number_at(row, "span_s").value_or(0);
    text += fmt::format("{}{}: power changes by {:.4g} W at most {}", text.empty() ? "" : "\n",
                        text_at(row, "table"), number_at(row, "largest_w").value_or(0),
                        span > 1 ? fmt::format("from one span of {:.3g} s to the next", span)
                                 : std::string("within a second"));
    if (const auto hz = number_at(row, "strongest_hz"))
      text += fmt::format("; strongest swing {:.3g} W at {:.3g} Hz",
                          number_at(row, "strongest_w").value_or(0), *hz);
    else
      text += fmt::format("; spans of {:.3g} s show no swing from 0.1 to 20 Hz", span);
  }
  return text;
}

}  // namespace ebb::inline report
