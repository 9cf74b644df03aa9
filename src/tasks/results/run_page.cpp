#include "tasks/results/run_page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "base/rounded_time.hpp"
#include "report/document/chart.hpp"
#include "report/document/number_text.hpp"
#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/origin.hpp"
#include "report/page/run_charts.hpp"
#include "report/page/run_source.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"
#include "study/compare/over_seeds.hpp"
#include "tasks/results/results_tables.hpp"
#include "tasks/run/page_origin.hpp"

namespace ebb::inline tasks {
namespace {

/// The series that a store keeps; damaged ones leave the page without charts over time.
PageJson series_of(const StoredRun& run) {
  const Cell series = figure_named(run.figures, series_figure);
  const auto* text = std::get_if<std::string>(&series.value());
  return text ? PageJson::parse(*text, nullptr, false) : PageJson();
}

Table settings_table(const StoredRun& run) {
  Table table{.title = "settings", .columns = {{"name", "setting"}, {"value", "value"}}, .rows = {}};
  for (const auto& [name, value] : configuration_keys(run.config)) table.add({name, value});
  return table;
}

Table figures_table(const StoredRun& run) {
  Table table{.title = "figures", .columns = {{"name", "figure"}, {"value", "value"}}, .rows = {}};
  for (const NamedFigure& f : run.figures)
    if (f.name != series_figure && f.value.value().index() != 0) table.add({f.name, f.value});
  return table;
}

KeyFigures cards_of(const StoredRun& run) {
  KeyFigures cards;
  const auto add = [&](const char* name, double factor, const char* unit, const char* what) {
    if (const auto value = number_in(figure_named(run.figures, name)))
      cards.figures.push_back({grouped(*value * factor, -1) + unit, what, ""});
  };
  cards.figures.push_back({run.verdict, "verdict", run.why});
  const auto add_time = [&](const char* name, const char* what) {
    if (const auto ns = number_in(figure_named(run.figures, name)))
      cards.figures.push_back({rounded_text({std::llround(*ns * 1e3)}, 4), what, ""});
  };
  add("accepted.share", 100, " %", "of the hosts' rate arrives");
  add_time("latency.packets_with_source_queue.mean_ns", "mean packet latency");
  add_time("latency.packets_with_source_queue.p99_ns", "p99 packet latency");
  add("energy.ideal.of_full_percent", 1, " %", "of full power, ideal channels");
  return cards;
}

}  // namespace

Document run_page(const StoredRun& run) {
  Document document{
      .title =
          fmt::format("Run {} of {}", run.id.substr(0, 8), run.file == "-" ? "standard input" : run.file),
      .lead = fmt::format("Stored {} on {}, by ebb {}.", run.finished_utc, run.machine, run.version),
      .blocks = {}};
  document.add(cards_of(run));
  RunSource source;
  source.name = run.file, source.time_series = series_of(run);
  if (source.time_series.is_object())
    for (Chart& chart : run_charts({source})) document.add(std::move(chart));
  if (!run.summary.empty()) document.add(Listing{"summary, as `ebb run` prints it", run.summary});
  document.add(settings_table(run));
  document.add(figures_table(run));
  Origin origin{.command = fmt::format("ebb rerun {}", run.id), .version = run.version};
  add_runs({run}, origin);
  origin.files.push_back({"configuration", run.config});
  add_origin(origin, "it repeats the run to the bit", document);
  return document;
}

}  // namespace ebb::inline tasks
