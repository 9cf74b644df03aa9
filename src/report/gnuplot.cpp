#include "report/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ebb::inline report {
namespace {

/// Okabe and Ito's colours: they survive a printer and a colour-blind eye.
constexpr std::array many = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#e69f00", "#56b4e9", "#000000", "#999999"};

/// A text between double quotes, with nothing in it that gnuplot would read as something else.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '`') {  // between double quotes gnuplot runs what stands between these
      out += '\'';
      continue;
    }
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

/// A name beside an axis: a long one would leave no room for the figure.
std::string shortened(const std::string& name) {
  constexpr std::size_t most = 36;
  if (name.size() <= most) return name;
  std::size_t end = most;
  while (end > 0 && (name[end] & 0xc0) == 0x80) --end;  // whole characters
  return name.substr(0, end) + "...";
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "NaN"; }

std::string axis_title(const Axis& axis) {
  return axis.unit.empty() ? axis.title : fmt::format("{} [{}]", axis.title, axis.unit);
}

std::string axis_lines(const Axis& axis, char letter) {
  std::string out;
  if (axis.scale == Scale::names) {
    std::string names;
    for (std::size_t i = 0; i < axis.names.size(); ++i)
      names += fmt::format("{}{} {}", i > 0 ? ", " : "", quoted(shortened(axis.names[i])), i);
    return fmt::format("set {0}tics ({1}){2}\nset {0}range [-0.6:{3}]\n", letter, names,
                       letter == 'x' ? " rotate by -30" : "", static_cast<double>(axis.names.size()) - 0.4);
  }
  out += fmt::format("set {}label {}\n", letter, quoted(axis_title(axis)));
  if (axis.scale == Scale::log) out += fmt::format("set logscale {}\n", letter);
  const bool from = axis.least && (axis.scale != Scale::log || *axis.least > 0);
  return out + fmt::format("set {}range [{}:{}]\n", letter, from ? number(*axis.least) : "*",
                           axis.most ? number(*axis.most) : "*");
}

/// A scale from dark blue to yellow for rates.
std::string rate_colour(std::size_t index, std::size_t count) {
  constexpr std::array<std::array<double, 3>, 6> stops = {
      {{44, 30, 92}, {58, 82, 139}, {44, 123, 142}, {52, 168, 124}, {143, 206, 77}, {250, 222, 50}}};
  const double at = count > 1 ? 5.0 * static_cast<double>(index) / static_cast<double>(count - 1) : 5;
  const auto low = std::min<std::size_t>(4, static_cast<std::size_t>(at));
  std::array<int, 3> colour{};
  for (std::size_t i = 0; i < 3; ++i)
    colour[i] = static_cast<int>(
        std::lround(stops[low][i] + (stops[low + 1][i] - stops[low][i]) * (at - static_cast<double>(low))));
  return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
}

std::string colour_of(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  switch (curve.role) {
    case Role::finding:
      return "#b8400b";
    case Role::load:
      return "#e9b78f";
    case Role::ideal:
    case Role::baseline:
      return "#555555";
    case Role::rate:
      return rate_colour(index, static_cast<std::size_t>(
                                    std::count_if(chart.curves.begin(), chart.curves.end(),
                                                  [](const Curve& c) { return c.role == Role::rate; })));
    case Role::one_of_many:
      break;
  }
  return many[index % many.size()];
}

bool is_bars(const Curve& curve) {
  return curve.shape == CurveShape::bars || curve.shape == CurveShape::stacked_bars;
}
bool is_stacked(const Curve& curve) {
  return curve.shape == CurveShape::stacked_area || curve.shape == CurveShape::stacked_bars;
}

/// The points of one curve: x, from, to, low, high. What is stacked begins where the one below it ends.
std::string data_block(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
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
    out += fmt::format("{} {} {} {} {}\n", number(curve.x[i]), number(below), number(below + curve.y[i]),
                       interval ? number(curve.low[i]) : number(curve.y[i]),
                       interval ? number(curve.high[i]) : number(curve.y[i]));
  }
  return out + "END\n";
}

struct Bars {
  double width = 0.7, shift = 0;
};

/// Bars of several curves stand side by side; stacked ones share their place.
Bars bars_of(const Chart& chart, std::size_t index) {
  std::size_t count = 0, before = 0;
  for (std::size_t i = 0; i < chart.curves.size(); ++i)
    if (chart.curves[i].shape == CurveShape::bars) ++count, before += i < index;
  if (is_stacked(chart.curves[index]) || count <= 1) return {};
  const double width = 0.8 / static_cast<double>(count);
  return {width * 0.92, width * (static_cast<double>(before) + 0.5) - 0.4};
}

std::string plot_of(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  const std::string data = fmt::format("$curve{}", index), colour = colour_of(chart, index),
                    title = fmt::format("title {}", quoted(curve.name));
  if (is_bars(curve)) {
    const auto [width, shift] = bars_of(chart, index);
    const std::string at = fmt::format("($1+({}))", shift), low = fmt::format("($1+({}))", shift - width / 2),
                      high = fmt::format("($1+({}))", shift + width / 2);
    const std::string boxes =
        chart.lying
            ? fmt::format("{} using 3:{}:2:3:{}:{} with boxxyerror fs solid 1 noborder lc rgb \"{}\" {}",
                          data, at, low, high, colour, title)
            : fmt::format("{} using {}:3:{}:{}:2:3 with boxxyerror fs solid 1 noborder lc rgb \"{}\" {}",
                          data, at, low, high, colour, title);
    return boxes;
  }
  const std::string xy = chart.lying ? "3:1" : "1:3";
  const char* dashes = curve.role == Role::ideal ? "3" : curve.role == Role::baseline ? "2" : "1";
  if (curve.shape == CurveShape::area || curve.shape == CurveShape::stacked_area)
    return fmt::format("{} using 1:2:3 with filledcurves fs solid {} noborder lc rgb \"{}\" {}", data,
                       curve.shape == CurveShape::area ? 0.6 : 1.0, colour, title);
  if (curve.shape == CurveShape::points)
    return fmt::format("{} using {} with points pt 7 ps 0.7 lc rgb \"{}\" {}", data, xy, colour, title);
  std::string lines =
      fmt::format("{} using {} with lines lw 2 dt {} lc rgb \"{}\" {}", data, xy, dashes, colour, title);
  if (!curve.low.empty() && !chart.lying)
    lines += fmt::format(
        ", \\\n  {} using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb \"{}\" notitle, "
        "\\\n"
        "  {} using 1:3 with points pt 7 ps 0.4 lc rgb \"{}\" notitle",
        data, colour, data, colour);
  return lines;
}

}  // namespace

Result<std::string> gnuplot_terminal(const std::string& file, const Chart& chart) {
  // A column of a journal is 86 mm wide; type of 8 points is as large as its captions.
  const double names = chart.lying ? static_cast<double>(chart.x.names.size()) : 0;
  const double tall = std::max(1.0, (names + 8) / 20);
  if (file.ends_with(".svg"))
    return fmt::format("svg size 700,{:.0f} enhanced font \"Helvetica,13\" background \"white\"", 440 * tall);
  if (file.ends_with(".pdf"))
    return fmt::format("pdfcairo size 12.0cm,{:.1f}cm noenhanced font \"Helvetica,9\"", 7.6 * tall);
  if (file.ends_with(".png"))
    return fmt::format("pngcairo size 1400,{:.0f} noenhanced font \"Helvetica,22\" linewidth 2", 880 * tall);
  return Problem{file, "has no ending that names a picture", "let it end in .svg, .pdf or .png"};
}

std::string gnuplot_script(const Chart& chart, const std::string& terminal, const std::string& output) {
  std::string out =
      fmt::format("# {}: made by ebb plot. Change it and run: gnuplot FILE\n", quoted(chart.name));
  if (!terminal.empty()) out += fmt::format("set terminal {}\n", terminal);
  if (!output.empty()) out += fmt::format("set output {}\n", quoted(output));
  out += "set encoding utf8\nset termoption noenhanced\n";
  out += fmt::format(
      "set key at screen 0.5, screen 0.99 center top horizontal maxrows 2 samplen 2 title {}\n"
      "set tmargin 5\nset border 3\nset tics nomirror out\n"
      "set grid {} lc rgb \"#dddddd\"\n",
      quoted(chart.title), chart.lying ? "x" : "y");
  out += axis_lines(chart.lying ? chart.y : chart.x, 'x') + axis_lines(chart.lying ? chart.x : chart.y, 'y');
  if (chart.lying)  // the first name stands on top
    out += fmt::format("set yrange [{}:-0.6]\n", static_cast<double>(chart.x.names.size()) - 0.4);
  for (std::size_t i = 0; i < chart.curves.size(); ++i) out += data_block(chart, i);
  std::string plots;
  for (std::size_t i = 0; i < chart.curves.size(); ++i)
    plots += (plots.empty() ? "plot " : ", \\\n  ") + plot_of(chart, i);
  return out + plots + "\n";
}

}  // namespace ebb::inline report
