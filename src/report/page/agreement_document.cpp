#include "report/page/agreement_document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/decisions/decision_series.hpp"
#include "report/decisions/decision_text.hpp"
#include "report/network/channel_names.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {
namespace {

constexpr std::size_t most_shown_spans = 288;  // a day in parts of five minutes
constexpr std::size_t most_bars = 24;          // channels that fit on a chart of names

Axis power_axis() {
  return {.title = "power at the requested rates", .unit = "% of full rate", .least = 0.0};
}

struct Both {
  std::vector<double> ours, theirs, at_s;
};

Chart over_time(const Both& both, const std::vector<double>& load) {
  Chart chart{.name = "twin_power",
              .title = "Power of the lab and of its twin over time",
              .note = "if power is proportional to the requested rate",
              .x = {.title = "time", .unit = "s"},
              .y = power_axis(),
              .curves = {},
              .wide = true};
  if (!load.empty())
    chart.curves.push_back(
        {.name = "sent by hosts", .shape = CurveShape::area, .role = Role::load, .x = both.at_s, .y = load});
  chart.curves.push_back({.name = "ours", .role = Role::finding, .x = both.at_s, .y = both.ours});
  chart.curves.push_back({.name = "theirs", .role = Role::one_of_many, .x = both.at_s, .y = both.theirs});
  return chart;
}

Chart against_load(const Both& both, const std::vector<double>& load) {
  const double most = *std::max_element(load.begin(), load.end());
  return {.name = "twin_proportionality",
          .title = "Power against load",
          .note = "a point for each part of the time",
          .x = {.title = "sent by hosts", .unit = "% of full rate", .least = 0.0},
          .y = power_axis(),
          .curves = {
              {.name = "as much as is sent", .role = Role::ideal, .x = {0, most}, .y = {0, most}},
              {.name = "ours", .shape = CurveShape::points, .role = Role::finding, .x = load, .y = both.ours},
              {.name = "theirs",
               .shape = CurveShape::points,
               .role = Role::one_of_many,
               .x = load,
               .y = both.theirs}}};
}

/// Over all counted channels, unchanged ones included.
Chart time_at_rates(const Agreement& a, const DecisionsAbout& about) {
  Chart chart{.name = "twin_rates",
              .title = "Time at each rate",
              .x = {.title = "", .scale = Scale::names, .names = {"ours", "theirs"}},
              .y = {.title = "time", .unit = "%", .least = 0.0, .most = 100.0},
              .curves = {}};
  const double all = static_cast<double>(a.time.v) * static_cast<double>(a.channels.size() + a.still);
  for (std::size_t level = 0; level < about.levels.size() && all > 0; ++level) {
    double ours = 0, theirs = 0;
    for (const ChannelAgreement& channel : a.channels)
      ours += static_cast<double>(channel.ours[level].v),
          theirs += static_cast<double>(channel.theirs[level].v);
    if (level == about.first_level) {
      const double still = static_cast<double>(a.time.v) * static_cast<double>(a.still);
      ours += still, theirs += still;
    }
    chart.curves.push_back({.name = rate_text(about.levels[level]),
                            .shape = CurveShape::stacked_bars,
                            .role = Role::rate,
                            .x = {0, 1},
                            .y = {100 * ours / all, 100 * theirs / all}});
  }
  return chart;
}

Chart apart_by_channel(const Agreement& a, const DecisionsAbout& about) {
  Chart chart{
      .name = "twin_channels",
      .title = "How far apart the two are, channel by channel",
      .note = "percent of the time in another state",
      .x = {.title = "", .scale = Scale::names},
      .y = {.title = "apart", .unit = "points", .least = 0.0},
      .curves = {{.name = "apart", .shape = CurveShape::bars, .role = Role::finding, .x = {}, .y = {}}},
      .lying = true};
  for (std::size_t i = 0; i < std::min(a.channels.size(), most_bars); ++i) {
    chart.x.names.push_back(channel_name(about.channels[a.channels[i].channel]));
    chart.curves[0].x.push_back(static_cast<double>(i));
    chart.curves[0].y.push_back(a.channels[i].points_apart(a.time));
  }
  return chart;
}

}  // namespace

std::size_t spans_of(const Agreement& agreement) {
  const std::int64_t spans = agreement.time.v / std::max<std::int64_t>(1, agreement.tolerance.v);
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(spans, 1, static_cast<std::int64_t>(most_shown_spans)));
}

Document agreement_document(const Agreement& agreement, const DecisionFile& ours, const DecisionFile& theirs,
                            const std::vector<double>& load) {
  const std::size_t spans = spans_of(agreement);
  Both both{wanted_percent(ours, agreement.time, spans, agreement.left_out == 0),
            wanted_percent(theirs, agreement.time, spans, agreement.left_out == 0),
            {}};
  for (std::size_t s = 0; s < spans; ++s)
    both.at_s.push_back(agreement.time.seconds() * (static_cast<double>(s) + 0.5) /
                        static_cast<double>(spans));
  Document document{.title = fmt::format("{}: two series of decisions", ours.about().network),
                    .lead = fmt::format("{:.1f} points of the time in another state on average; {} of {} "
                                        "decisions were made by both.",
                                        agreement.mean_points_apart(), agreement.both, agreement.moves),
                    .blocks = {}};
  document.add(agreement_heading(agreement, ours, theirs));
  document.add(over_time(both, load));
  if (!load.empty()) document.add(against_load(both, load));
  document.add(time_at_rates(agreement, ours.about()));
  if (!agreement.channels.empty()) document.add(apart_by_channel(agreement, ours.about()));
  document.add(agreement_table(agreement, ours, UINT64_MAX, true));
  return document;
}

}  // namespace ebb::inline report
