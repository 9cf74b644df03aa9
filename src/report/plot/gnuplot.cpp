#include "report/plot/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/problem.hpp"
#include "report/document/numbered_points.hpp"
#include "report/document/wrapped_text.hpp"
#include "report/plot/gnuplot_axes.hpp"
#include "report/plot/gnuplot_key.hpp"
#include "report/plot/gnuplot_looks.hpp"

namespace ebb::inline report {
namespace {

int look_of_point(const Curve& curve, std::size_t i) {
  return point_type(i < curve.marks.size() ? curve.marks[i] : std::string_view());
}

/// For users who edit the script; the figure has numbers, and a list of names.
std::string label_field(const Curve& curve, std::size_t i) {
  if (curve.shape != CurveShape::points || curve.labels.empty()) return "";
  return " " + gnuplot_text(curve.labels[i]);
}

bool has_names(const Curve& curve) { return curve.shape == CurveShape::points && !curve.labels.empty(); }

/// The lines of the list of the points' names, in two columns below the figure.
std::size_t list_rows(const Chart& chart) {
  std::size_t names = 0;
  for (const Curve& curve : chart.curves)
    if (has_names(curve)) names += curve.labels.size();
  return (names + 1) / 2;
}

/// The numbers beside points that have names, and the list of these below the figure.
std::string name_lines(const Chart& chart) {
  std::string out;
  for (const Curve& curve : chart.curves) {
    if (!has_names(curve)) continue;
    for (const PointNumber& n : numbered_points(chart, curve)) {
      out += fmt::format("set label \"{}\" at first {}, first {} center\n", n.number, gnuplot_number(n.at_x),
                         gnuplot_number(n.at_y));
      if (n.far)
        out += fmt::format(
            "set arrow from first {}, first {} to first {}, first {} nohead back lc rgb \"#999999\"\n",
            gnuplot_number(n.x), gnuplot_number(n.y), gnuplot_number(n.at_x), gnuplot_number(n.at_y));
    }
    const AxisRange x = range_around(chart.x, curve.x), y = range_around(chart.y, curve.y);
    out += fmt::format("set xrange [{}:{}]\nset yrange [{}:{}]\n", gnuplot_number(x.from),
                       gnuplot_number(x.to), gnuplot_number(y.from), gnuplot_number(y.to));
    const std::size_t rows = list_rows(chart);
    for (std::size_t i = 0; i < curve.labels.size(); ++i)
      out += fmt::format("set label {} at screen {}, character {} left\n",
                         gnuplot_text(fmt::format("{}  {}", i + 1, curve.labels[i])), i < rows ? 0.02 : 0.47,
                         static_cast<double>(key_rows(chart) + rows - i % rows) + 0.5);
  }
  return out;
}

/// The points of one curve: x, from, to, low, high, look. A stacked curve begins where the one below it ends.
std::string data_block(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  const std::optional<double> bottom = log_bottom(chart);
  std::string out = fmt::format("$curve{} << END\n", index);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    double below = 0;
    if (is_stacked(curve))
      for (std::size_t k = 0; k < index; ++k) {
        if (!is_stacked(chart.curves[k])) continue;
        const Curve& other = chart.curves[k];
        const auto same = std::find(other.x.begin(), other.x.end(), curve.x[i]);
        if (same != other.x.end()) below += other.y[static_cast<std::size_t>(same - other.x.begin())];
      }
    const bool interval = i < curve.low.size() && std::isfinite(curve.low[i]);
    const double low = interval ? std::max(curve.low[i], bottom.value_or(curve.low[i])) : curve.y[i];
    out += fmt::format("{} {} {} {} {} {}{}\n", gnuplot_number(curve.x[i]), gnuplot_number(below),
                       gnuplot_number(below + curve.y[i]), gnuplot_number(low),
                       interval ? gnuplot_number(curve.high[i]) : gnuplot_number(curve.y[i]),
                       look_of_point(curve, i), label_field(curve, i));
  }
  return out + "END\n";
}

struct Bars {
  double width = 0.7, shift = 0;
};

/// Bars of several curves are side by side; stacked ones share their position.
Bars bars_of(const Chart& chart, std::size_t index) {
  std::size_t count = 0, before = 0;
  for (std::size_t i = 0; i < chart.curves.size(); ++i)
    if (chart.curves[i].shape == CurveShape::bars) ++count, before += i < index;
  if (is_stacked(chart.curves[index]) || count <= 1) return {};
  const double width = 0.8 / static_cast<double>(count);
  return {width * 0.92, width * (static_cast<double>(before) + 0.5) - 0.4};
}

std::string dots_plot(const Chart& chart, std::size_t index, const std::string& colour,
                      const std::string& title) {
  const std::string at = fmt::format("($1+({:g}))", bars_of(chart, index).shift);
  return fmt::format("$curve{} using {} with points pt {} ps 1.1 lc rgb \"{}\" {}", index,
                     chart.lying ? "3:" + at : at + ":3", dot_type(chart, index), colour, title);
}

std::string bars_plot(const Chart& chart, std::size_t index, const std::string& colour,
                      const std::string& title) {
  const auto [width, shift] = bars_of(chart, index);
  const auto place = [&](double by) { return fmt::format("($1+({}))", shift + by); };
  const std::string at = place(0), low = place(-width / 2), high = place(width / 2);
  std::string bars =
      is_dots(chart, chart.curves[index])
          ? dots_plot(chart, index, colour, title)
          : fmt::format("$curve{} using {} with boxxyerror fs solid 1 noborder lc rgb \"{}\" {}", index,
                        chart.lying ? fmt::format("3:{}:2:3:{}:{}", at, low, high)
                                    : fmt::format("{}:3:{}:{}:2:3", at, low, high),
                        colour, title);
  if (has_interval(chart.curves[index]))
    bars += fmt::format(", \\\n  $curve{} using {} with {} pt 0 lw 1.5 lc rgb \"#000000\" notitle", index,
                        chart.lying ? "3:" + at + ":4:5" : at + ":3:4:5",
                        chart.lying ? "xerrorbars" : "yerrorbars");
  return bars;
}

std::string points_plot(const Chart& chart, std::size_t index, const std::string& colour,
                        const std::string& title) {
  const std::string data = fmt::format("$curve{}", index), xy = chart.lying ? "3:1" : "1:3";
  std::string points = fmt::format("{} using {}:6 with points pt variable ps 1.1 lc rgb \"{}\" {}", data, xy,
                                   colour, chart.curves[index].marks.empty() ? title : "notitle");
  if (has_interval(chart.curves[index]) && !chart.lying)
    points +=
        fmt::format(", \\\n  {} using 1:3:4:5 with yerrorbars pt 0 lw 1 lc rgb \"{}\" notitle", data, colour);
  return points;
}

/// Lines over the whole width of each position: those of one height become one line.
std::string level_plot(const Chart& chart, std::size_t index, const std::string& colour,
                       const std::string& title) {
  return fmt::format("$curve{} using {} with vectors nohead lw 2 dt {} lc rgb \"{}\" {}", index,
                     chart.lying ? "3:($1-0.5):(0):(1)" : "($1-0.5):3:(1):(0)", dashes_of(chart, index),
                     colour, title);
}

std::string plot_of(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  const std::string data = fmt::format("$curve{}", index), colour = colour_of(chart, index),
                    title = fmt::format("title {}", gnuplot_text(curve.name));
  if (is_bars(curve)) return bars_plot(chart, index, colour, title);
  if (curve.shape == CurveShape::points) return points_plot(chart, index, colour, title);
  if (curve.shape == CurveShape::area || curve.shape == CurveShape::stacked_area)
    return fmt::format("{} using 1:2:3 with filledcurves fs solid {} noborder lc rgb \"{}\" {}", data,
                       curve.shape == CurveShape::area ? 0.6 : 1.0, colour, title);
  if (curve.shape == CurveShape::level) return level_plot(chart, index, colour, title);
  const char* dashes = dashes_of(chart, index);
  std::string lines = fmt::format("{} using {} with lines lw 2 dt {} lc rgb \"{}\" {}", data,
                                  chart.lying ? "3:1" : "1:3", dashes, colour, title);
  if (chart.lying) return lines;
  if (has_interval(curve))
    lines += fmt::format(
        ", \\\n  {} using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb \"{}\" notitle",
        data, colour);
  if (has_points(chart, curve))
    lines += fmt::format(", \\\n  {} using 1:3:6 with points pt variable ps 0.9 lc rgb \"{}\" notitle", data,
                         colour);
  return lines;
}

/// The title above the figure and the text below it, in lines that fit.
struct Title {
  std::string text;
  std::size_t lines = 0;
};
Title title_of(const Chart& chart) {
  constexpr std::size_t room = 78;  // characters
  Title title;
  const std::string lines = wrapped("", chart.title, 0, room) +
                            (chart.subtitle.empty() ? "" : wrapped("", chart.subtitle, 0, room));
  for (std::size_t from = 0; from < lines.size(); from = lines.find('\n', from) + 1, ++title.lines) {
    const std::string line = gnuplot_text(lines.substr(from, lines.find('\n', from) - from));
    title.text += (title.text.empty() ? "" : "\\n") + line.substr(1, line.size() - 2);
  }
  return title;
}

/// Returns the lines of the names below the figure, and of that axis' title.
std::size_t lines_below(const Chart& chart) {
  if (chart.x.scale != Scale::names || chart.lying) return 5;
  return names_lean(chart.x) ? leaning_lines(chart.x) : 2 + name_lines_below(chart.x);
}

/// The title above the figure, centred on the picture, and margins. The right margin has space for half of
/// the last number of the axis.
std::string frame_lines(const Chart& chart) {
  const Title title = title_of(chart);
  const std::size_t list = list_rows(chart);
  return fmt::format(
      "set label 1 \"{}\" at screen 0.5, screen 1 center offset character 0,-1.2\nset tmargin {}\nset "
      "rmargin 4\nset bmargin {}\nset border 3\nset tics nomirror out\nset grid {} lt 1 lw 0.5 lc rgb "
      "\"#d0d0d0\"\n",
      title.text, 2 + title.lines, key_rows(chart) + list + (list > 0 ? 2 : 0) + lines_below(chart),
      chart.lying ? "x" : "y");
}

}  // namespace

Result<std::string> gnuplot_terminal(const std::string& file, const Chart& chart) {
  // A column of a journal is 86 mm wide. Type of 8 points is as large as its captions.
  const double lines = std::max(1.0, 0.95 * static_cast<double>(name_lines_of(chart.x)));
  const double names = chart.lying ? lines * static_cast<double>(chart.x.names.size()) : 0;
  // The text below the figure must not reduce its height; four rows of the key fit.
  const std::size_t rows = key_rows(chart), names_below = lines_below(chart);
  const std::size_t below =
      list_rows(chart) + (rows > 4 ? rows - 4 : 0) + (names_below > 7 ? names_below - 7 : 0);
  const double tall = std::max(1.0, (names + 8) / 20) + 0.038 * static_cast<double>(below);
  if (file.ends_with(".svg"))
    return fmt::format("svg size 700,{:.0f} enhanced font \"Helvetica,13\" background \"white\"", 440 * tall);
  if (file.ends_with(".pdf"))
    return fmt::format("pdfcairo size 12.0cm,{:.1f}cm noenhanced font \"Helvetica,9\" pointscale 0.5",
                       7.6 * tall);
  if (file.ends_with(".png"))
    return fmt::format("pngcairo size 1400,{:.0f} noenhanced font \"Helvetica,22\" linewidth 2 pointscale 2",
                       880 * tall);
  return Problem{file, "has no ending that names a picture", "let it end in .svg, .pdf or .png"};
}

std::string gnuplot_script(const Chart& chart, const std::string& terminal, const std::string& output) {
  std::string out =
      fmt::format("# {}: made by ebb plot. Change it and run: gnuplot FILE{}\n", gnuplot_text(chart.name),
                  output.empty() ? "" : "; it writes " + gnuplot_text(output));
  if (!terminal.empty()) out += fmt::format("set terminal {}\n", terminal);
  if (!output.empty()) out += fmt::format("set output {}\n", gnuplot_text(output));
  out += "set encoding utf8\nset termoption noenhanced\n";
  out += frame_lines(chart) + key_lines(chart);
  out += gnuplot_axis(chart, 'x') + gnuplot_axis(chart, 'y');
  if (chart.lying)  // the first name is on top
    out += fmt::format("set yrange [{}:-0.6]\n", static_cast<double>(chart.x.names.size()) - 0.4);
  out += name_lines(chart);
  for (std::size_t i = 0; i < chart.curves.size(); ++i) out += data_block(chart, i);
  std::string plots;
  for (std::size_t i = 0; i < chart.curves.size(); ++i)
    plots += (plots.empty() ? "plot " : ", \\\n  ") + plot_of(chart, i);
  return out + plots + "\n";
}

}  // namespace ebb::inline report
