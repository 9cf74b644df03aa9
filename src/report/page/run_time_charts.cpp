#include "report/page/run_chart_parts.hpp"

namespace ebb::inline report {
namespace {

/// The capacity of all channels in a span at full rate. Without rate control, it follows from the bits
/// carried in the measured spans and their share of the capacity.
double room_of(const RunSource& run, const std::vector<double>& bits) {
  const std::vector<double> rates = numbers_at(run.time_series, "rates_bits_per_s");
  if (!rates.empty())
    return *std::max_element(rates.begin(), rates.end()) *
           number_at(run.time_series, "channels").value_or(0) *
           number_at(run.time_series, "span_ps").value_or(0) * 1e-12;
  const double share = number_at(run.summary, "ideal_percent").value_or(0) / 100;
  double sum = 0, spans = 0;
  for (auto i = std::max<std::int64_t>(0, whole_at(run.time_series, "measured_first"));
       i < whole_at(run.time_series, "measured_end") && i < static_cast<std::int64_t>(bits.size()); ++i)
    sum += bits[static_cast<std::size_t>(i)], spans += 1;
  return share > 0 && spans > 0 ? sum / spans / share : 0;
}

std::vector<double> power_percent(const RunSource& run, std::string_view table) {
  const PageJson& power = row_named(member(run.time_series, "power"), table);
  std::vector<double> watts = numbers_at(power, "watts"), full = numbers_at(power, "full_watts");
  const auto constant = number_at(power, "full_watts");
  for (std::size_t i = 0; i < watts.size(); ++i) {
    const double whole = constant ? *constant : i < full.size() ? full[i] : no_value;
    watts[i] = whole > 0 ? 100 * watts[i] / whole : no_value;
  }
  return watts;
}

}  // namespace

std::vector<double> ideal_percent(const RunSource& run) {
  std::vector<double> bits = numbers_at(run.time_series, "carried_bits");
  const double room = room_of(run, bits);
  for (double& b : bits) b = room > 0 ? 100 * b / room : no_value;
  return bits;
}

Chart power_chart(const RunSources& runs, const ChartClock& clock) {
  Chart chart{
      .name = "power",
      .title = "Power and load over time",
      .note =
          "In percent of always full rate. The shaded area is what passes: a perfect network would use "
          "no more than that.",
      .x = clock.axis(),
      .y = {.title = "power", .unit = "%", .least = 0},
      .curves = {},
      .wide = true};
  for (const RunSource& run : runs) {
    const std::string table = drawn_table(run);
    const bool first = &run == &runs.front();
    add_curve(chart, clock, run,
              {.name = named(runs, run, "load = ideal power"),
               .shape = first ? CurveShape::area : CurveShape::line,
               .role = first ? Role::load : Role::one_of_many,
               .x = {},
               .y = ideal_percent(run)});
    const bool device = !table.empty();
    const Role finding = runs.size() == 1 ? Role::finding : Role::one_of_many;
    if (device)
      add_curve(chart, clock, run,
                {.name = named(runs, run, "power, " + table),
                 .role = finding,
                 .x = {},
                 .y = power_percent(run, table)});
    add_curve(chart, clock, run,
              {.name = named(runs, run, "power, ideal channels"),
               .role = device ? Role::one_of_many : finding,
               .x = {},
               .y = power_percent(run, "ideal")});
  }
  if (chart.curves.empty()) return chart;
  const auto longest =
      std::max_element(chart.curves.begin(), chart.curves.end(),
                       [](const Curve& a, const Curve& b) { return a.x.back() < b.x.back(); });
  const double end = longest->x.back();
  chart.curves.push_back(
      {.name = "always full rate", .role = Role::baseline, .x = {0, end}, .y = {100, 100}});
  if (runs.size() == 1)
    if (const auto told = channels_share(runs[0]); told && told->share < 0.9995)
      chart.title = fmt::format(
          "Power follows the load: {:.1f} % of full power ({}) for {:.1f} % of the bits", told->share * 100,
          told->whose, number_at(runs[0].summary, "ideal_percent").value_or(0));
  return chart;
}

/// Channels at each rate, over time. Those in transition count at the faster of their two rates.
Chart states_chart(const RunSource& run, const RunSources& runs, const ChartClock& clock) {
  // Each has a unique name: `ebb plot` draws any of them.
  Chart chart{.name = runs.size() == 1 ? "rates-over-time"
                                       : fmt::format("rates-over-time-{}", &run - runs.data() + 1),
              .title = named(runs, run, "Channels at each rate over time"),
              .note = "A channel that changes counts at the faster of its two rates.",
              .x = clock.axis(),
              .y = {.title = "channels", .unit = "", .least = 0},
              .curves = {},
              .wide = true};
  const std::vector<double> rates = numbers_at(run.time_series, "rates_bits_per_s");
  const PageJson& states = member(run.time_series, "channels_in_state");
  if (!states.is_array() || rates.empty() || states.size() != 2 * rates.size()) return chart;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const PageJson both = {{"at", states[i]}, {"changing", states[rates.size() + i]}};
    std::vector<double> at = numbers_at(both, "at"), changing = numbers_at(both, "changing");
    for (std::size_t k = 0; k < at.size() && k < changing.size(); ++k) at[k] += changing[k];
    add_curve(chart, clock, run,
              {.name = rate_name(rates[i]),
               .shape = CurveShape::stacked_area,
               .role = Role::rate,
               .x = {},
               .y = std::move(at)});
  }
  return chart;
}

Chart load_chart(const RunSources& runs, const ChartClock& clock) {
  Chart chart{.name = "load",
              .title = "Offered and accepted load over time",
              .note = "All hosts together, on the wire.",
              .x = clock.axis(),
              .y = {.title = "load", .unit = "Gb/s", .least = 0},
              .curves = {}};
  for (const RunSource& run : runs) {
    const double per_span = 8 / (number_at(run.time_series, "span_ps").value_or(1) * 1e-12) * 1e-9;
    if (!member(run.summary, "offered").is_null())
      add_curve(chart, clock, run,
                {.name = named(runs, run, "offered"),
                 .role = Role::baseline,
                 .x = {},
                 .y = numbers_at(run.time_series, "offered_bytes", per_span)});
    add_curve(chart, clock, run,
              {.name = named(runs, run, "accepted"),
               .role = runs.size() == 1 ? Role::finding : Role::one_of_many,
               .x = {},
               .y = numbers_at(run.time_series, "accepted_bytes", per_span)});
  }
  return chart;
}

Chart backlog_chart(const RunSources& runs, const ChartClock& clock) {
  Chart chart{.name = "backlog",
              .title = "What waits: at the sources and in the network",
              .note = "At the end of each span. A backlog that grows without end is what saturated means.",
              .x = clock.axis(),
              .y = {.title = "waiting", .unit = "MB", .least = 0},
              .curves = {}};
  for (const RunSource& run : runs) {
    add_curve(chart, clock, run,
              {.name = named(runs, run, "at the sources"),
               .x = {},
               .y = numbers_at(run.time_series, "source_backlog_bytes", 1e-6)});
    add_curve(chart, clock, run,
              {.name = named(runs, run, "in the network"),
               .x = {},
               .y = numbers_at(run.time_series, "in_network_bytes", 1e-6)});
  }
  return chart;
}

Chart changes_chart(const RunSources& runs, const ChartClock& clock) {
  Chart chart{.name = "changes",
              .title = "Changes of rate per second",
              .note = "Decisions of the policy that changed the requested rate, of all channels together.",
              .x = clock.axis(),
              .y = {.title = "changes", .unit = "1/s", .least = 0},
              .curves = {}};
  for (const RunSource& run : runs) {
    if (numbers_at(run.time_series, "rates_bits_per_s").empty()) continue;
    add_curve(chart, clock, run,
              {.name = named(runs, run, "changes"),
               .role = runs.size() == 1 ? Role::finding : Role::one_of_many,
               .x = {},
               .y = numbers_at(run.time_series, "changes",
                               1 / (number_at(run.time_series, "span_ps").value_or(1) * 1e-12))});
  }
  return chart;
}

}  // namespace ebb::inline report
