#include "report/page/run_chart_parts.hpp"

namespace ebb::inline report {

/// Abts, Figure 7: for each kind of channel and run the share of its time at each rate.
Chart speeds_chart(const RunSources& runs) {
  Chart chart{
      .name = "speeds",
      .title = "Time at each speed",
      .note = "Share of the measured time (Abts, Figure 7). Changes count at the faster of the two rates.",
      .x = {.title = "channels", .scale = Scale::names},
      .y = {.title = "share of the time", .unit = "%", .least = 0, .most = 100},
      .curves = {},
      .lying = true};
  const auto add_bar = [&](const std::string& name, const PageJson& rates) {
    if (!rates.is_array() || rates.empty()) return;
    const auto place = static_cast<double>(chart.x.names.size());
    chart.x.names.push_back(name);
    for (const PageJson& rate : rates) {
      const std::string of = rate_name(number_at(rate, "rate_gbps").value_or(0) * 1e9);
      auto curve = std::find_if(chart.curves.begin(), chart.curves.end(),
                                [&](const Curve& c) { return c.name == of; });
      if (curve == chart.curves.end())
        curve = chart.curves.insert(
            curve, {.name = of, .shape = CurveShape::stacked_bars, .role = Role::rate, .x = {}, .y = {}});
      curve->x.push_back(place);
      curve->y.push_back(number_at(rate, "time_percent").value_or(0) +
                         number_at(rate, "changing_percent").value_or(0));
    }
  };
  for (const RunSource& run : runs) {
    const bool several = true_at(run.summary, "several_full_rates");
    add_bar(named(runs, run, several ? "all, by the fastest's rates" : "all channels"),
            member(run.summary, "rates"));
    const PageJson& kinds = member(run.summary, "rates_by_kind");
    if (kinds.is_array() && runs.size() <= 2)
      for (const PageJson& kind : kinds)
        add_bar(named(runs, run, text_at(kind, "kind")), member(kind, "rates"));
  }
  if (runs.size() == 1 && !chart.curves.empty()) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < chart.curves.size(); ++i)
      if (chart.curves[i].y[0] > chart.curves[most].y[0]) most = i;
    chart.title = fmt::format("Channels spend {:.0f} % of their time at {}", chart.curves[most].y[0],
                              chart.curves[most].name);
  }
  return chart;
}

/// Abts, Figure 8: power relative to full rate under each table, beside the ideal.
Chart tables_chart(const RunSources& runs) {
  Chart chart{.name = "tables",
              .title = "Power against full rate, by power table",
              .note = "Always full rate is 100 % (Abts, Figure 8); the ideal uses power for bits alone.",
              .x = {.title = "power table", .scale = Scale::names},
              .y = {.title = "of full rate", .unit = "%", .least = 0},
              .curves = {},
              .lying = true};
  for (const RunSource& run : runs) {
    Curve curve{.name = named(runs, run, "power of the channels"),
                .shape = CurveShape::bars,
                .role = runs.size() == 1 ? Role::finding : Role::one_of_many,
                .x = {},
                .y = {}};
    const PageJson& rows = member(run.summary, "energy");
    // Without control every bar is 100 %: no chart.
    if (!rows.is_array() || text_at(run.summary, "control").empty()) continue;
    for (const PageJson& row : rows) {
      const auto percent = number_at(row, "of_full_percent");
      if (!percent) continue;
      const std::string table = text_at(row, "table");
      auto place = std::find(chart.x.names.begin(), chart.x.names.end(), table);
      if (place == chart.x.names.end()) place = chart.x.names.insert(place, table);
      curve.x.push_back(static_cast<double>(place - chart.x.names.begin()));
      curve.y.push_back(*percent);
      const auto half = number_at(row, "of_full_half_width_percent");
      curve.low.push_back(half ? *percent - *half : no_value),
          curve.high.push_back(half ? *percent + *half : no_value);
    }
    if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
  }
  if (chart.curves.empty()) return chart;
  const auto add_level = [&](const std::string& name, Role role, double percent) {
    Curve level{.name = name, .shape = CurveShape::level, .role = role, .x = {}, .y = {}};
    for (std::size_t place = 0; place < chart.x.names.size(); ++place)
      level.x.push_back(static_cast<double>(place)), level.y.push_back(percent);
    chart.curves.push_back(std::move(level));
  };
  for (const RunSource& run : runs)
    if (const auto ideal = number_at(run.summary, "ideal_percent"))
      add_level(named(runs, run, fmt::format("ideal {:.1f} %", *ideal)), Role::ideal, *ideal);
  add_level("always full rate", Role::baseline, 100);
  return chart;
}

Chart reasons_chart(const RunSources& runs) {
  Chart chart{.name = "reasons",
              .title = "Why channels changed",
              .note = "How often a decision with each reason changed the requested rate.",
              .x = {.title = "reason", .scale = Scale::names},
              .y = {.title = "changes", .unit = "", .least = 0},
              .curves = {},
              .lying = true};
  for (const RunSource& run : runs) {
    Curve curve{.name = named(runs, run, "changes"),
                .shape = CurveShape::bars,
                .role = runs.size() == 1 ? Role::finding : Role::one_of_many,
                .x = {},
                .y = {}};
    const PageJson& reasons = member(run.summary, "decisions.reasons");
    if (!reasons.is_array()) continue;
    for (const PageJson& reason : reasons) {
      const double changes = number_at(reason, "changes").value_or(0);
      if (changes <= 0) continue;
      const std::string why = text_at(reason, "why");
      auto place = std::find(chart.x.names.begin(), chart.x.names.end(), why);
      if (place == chart.x.names.end()) place = chart.x.names.insert(place, why);
      curve.x.push_back(static_cast<double>(place - chart.x.names.begin())), curve.y.push_back(changes);
    }
    if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
  }
  return chart;
}

}  // namespace ebb::inline report
