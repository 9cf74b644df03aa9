// One chart of a report as a figure for a paper or a slide, drawn by gnuplot.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/chart.hpp"
#include "report/document/table.hpp"

namespace ebb::inline tasks {

struct PlotOptions {
  std::string chart;                 ///< its name in the report, or a figure of `ebb reproduce list`
  std::vector<std::string> results;  ///< as for make_report(); none: the figure is computed first
  bool quick = false;                ///< without results: simulate a small network for a short time
};

/// Checks that without results the chart is one that can be computed. To be called before long work.
Problems check_chart(const PlotOptions& options);

/// Returns the chart. A wrong name is a problem that lists the valid ones.
Result<Chart> find_chart(const PlotOptions& options);

/// Lists the charts of results, or the figures that need none: names and titles.
Result<Table> list_charts(const std::vector<std::string>& results);

/// Checks that gnuplot can be called. To be called before long work.
Problems check_gnuplot();
/// Checks that the file's name ends as a picture that gnuplot can draw: .svg, .pdf or .png.
Problems check_picture(const std::string& file);

/// Returns a gnuplot script with its data that draws this picture.
std::string figure_script(const Chart& chart, const std::string& picture);
/// Draws the picture; `messages` are gnuplot's own.
Problems draw_figure(const Chart& chart, const std::string& picture, std::string& messages);

}  // namespace ebb::inline tasks
