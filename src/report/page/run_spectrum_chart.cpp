#include "report/page/run_chart_parts.hpp"

namespace ebb::inline report {
namespace {

/// The row of the table whose power is drawn over time, else the first one; null without any.
const PageJson* ramps_of(const RunSource& run) {
  const PageJson& rows = member(run.summary, "power_ramps");
  if (!rows.is_array() || rows.empty()) return nullptr;
  const std::string drawn = drawn_table(run);
  for (const PageJson& row : rows)
    if (text_at(row, "table") == drawn) return &row;
  return &rows.front();
}

}  // namespace

Chart spectrum_chart(const RunSources& runs) {
  Chart chart{.name = "spectrum",
              .title = "Swings of the fabric's power",
              .note =
                  "Amplitude by frequency, of channels and switch bases together. Utilities limit swings "
                  "from 0.1 to 20 Hz.",
              .x = {.title = "frequency", .unit = "Hz", .scale = Scale::log},
              .y = {.title = "amplitude", .unit = "W", .least = 0},
              .curves = {}};
  for (const RunSource& run : runs) {
    const PageJson* ramps = ramps_of(run);
    if (ramps == nullptr || member(*ramps, "spectrum").size() < 2) continue;
    Curve curve{.name = named(runs, run, text_at(*ramps, "table")),
                .role = runs.size() == 1 ? Role::finding : Role::one_of_many,
                .x = {},
                .y = {}};
    for (const PageJson& line : member(*ramps, "spectrum"))
      curve.x.push_back(line.at(0).get<double>()), curve.y.push_back(line.at(1).get<double>());
    chart.curves.push_back(std::move(curve));
    if (const auto hz = number_at(*ramps, "strongest_hz"); hz && runs.size() == 1)
      chart.title = fmt::format("The fabric's power swings by {:.3g} W at {:.3g} Hz at most",
                                number_at(*ramps, "strongest_w").value_or(0), *hz);
  }
  return chart;
}

}  // namespace ebb::inline report
