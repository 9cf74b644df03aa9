#include "tasks/results/plot_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/process/run_tool.hpp"
#include "base/spelling.hpp"
#include "report/document/document.hpp"
#include "report/page/json_reader.hpp"
#include "report/plot/gnuplot.hpp"
#include "reproduce/page/founding_figures.hpp"
#include "reproduce/page/reproductions_document.hpp"
#include "reproduce/reproduce.hpp"
#include "tasks/results/report_task.hpp"

namespace ebb::inline tasks {
namespace {

/// The reproduction of a chart: "abts-fig8", "abts-fig8-2" when it has several, or a figure with its own
/// name, such as "benito-fig4" of "benito-rules".
const Reproduction* reproduction_of_chart(const std::string& chart) {
  const std::string_view made_from = reproduction_of_figure(chart);
  for (const Reproduction& r : reproductions())
    if (chart == r.name || made_from == r.name || chart.starts_with(std::string(r.name) + '-')) return &r;
  return nullptr;
}

/// The figures that need no results.
std::vector<std::string> computed_figures() {
  std::vector<std::string> names = founding_figure_names();
  for (const Reproduction& r : reproductions())
    if (reproduction_of_figure(r.name).empty()) names.emplace_back(r.name);
  std::sort(names.begin(), names.end());
  return names;
}

/// Without results, computes a founding figure.
Result<Document> document_of(const PlotOptions& options) {
  if (!options.results.empty()) return make_report(options.results);
  if (Problems problems = check_chart(options); !problems.empty()) return problems;
  const Reproduction* reproduction = reproduction_of_chart(options.chart);
  auto rows = rows_of(*reproduction, {.quick = options.quick, .quiet = true});
  if (!rows) return rows.problems();
  return reproductions_document(
      PageJson::array({reproduction_json({reproduction, std::move(*rows), options.quick})}), {});
}

}  // namespace

Problems check_chart(const PlotOptions& options) {
  if (!options.results.empty() || reproduction_of_chart(options.chart)) return {};
  return {{options.chart, "is no figure that ebb computes without results",
           fmt::format("{}; a chart of results needs a folder of `ebb run -o` or a store after its name",
                       name_hint(options.chart, computed_figures()))}};
}

Result<Chart> find_chart(const PlotOptions& options) {
  const auto document = document_of(options);
  if (!document) return document.problems();
  std::vector<std::string> names;
  for (const Chart* chart : document->charts()) {
    if (chart->name == options.chart) return *chart;
    names.push_back(chart->name);
  }
  // A reproduction's figures may have other names: its name selects the first of them.
  if (const Reproduction* all = reproduction_of_chart(options.chart);
      options.results.empty() && all && all->name == options.chart && !names.empty())
    return *document->charts().front();
  return Problem{options.chart, "is no chart of these results", name_hint(options.chart, names)};
}

Result<Table> list_charts(const std::vector<std::string>& results) {
  Table table{
      .title = results.empty() ? "figures that need no results" : fmt::format("{}", fmt::join(results, ", ")),
      .columns = {{"name", "name"}, {"title", "title"}},
      .rows = {}};
  if (results.empty()) {
    for (const std::string& name : computed_figures())
      table.add({name, reproduction_of_chart(name)->summary});
    return table;
  }
  const auto document = make_report(results);
  if (!document) return document.problems();
  for (const Chart* chart : document->charts()) table.add({chart->name, chart->title});
  return table;
}

Problems check_gnuplot() {
  if (run_tool({"gnuplot", "--version"}).ok()) return {};
  return {{"gnuplot", "is not installed",
           "install it: apt-get install gnuplot-nox; --script gives the figure as a script without it"}};
}

Problems check_picture(const std::string& file) {
  const auto terminal = gnuplot_terminal(file, {});
  return terminal ? Problems{} : terminal.problems();
}

std::string figure_script(const Chart& chart, const std::string& picture) {
  return gnuplot_script(chart, *gnuplot_terminal(picture, chart), picture);
}

Problems draw_figure(const Chart& chart, const std::string& picture, std::string& messages) {
  const ToolResult drawn =
      run_tool_in({.environment = {"LC_ALL=C.UTF-8"}}, {"gnuplot", "-"}, figure_script(chart, picture));
  messages = drawn.errors;
  if (drawn.ok()) return {};
  return {
      {"gnuplot", "could not draw the figure", "--script gives the script, to see what is wrong with it"}};
}

}  // namespace ebb::inline tasks
