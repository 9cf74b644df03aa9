#include "report/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "report/numbered_points.hpp"

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

/// A name beside an axis: a long one would leave no room for the figure. A percent sign would begin a format.
std::string tic_name(const std::string& name) {
  constexpr std::size_t most = 44;
  std::size_t end = std::min(name.size(), most);
  while (end > 0 && end < name.size() && (name[end] & 0xc0) == 0x80) --end;  // whole characters
  std::string out;
  for (const char c : name.substr(0, end)) out.append(c == '%' ? 2 : 1, c);
  return quoted(end < name.size() ? out + "..." : out);
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "NaN"; }

std::string axis_title(const Axis& axis) {
  return axis.unit.empty() ? axis.title : fmt::format("{} [{}]", axis.title, axis.unit);
}

/// "5.0M" where "5e+06" would run into its neighbours.
std::string tic_format(const Chart& chart, const Axis& axis, char letter) {
  const bool across = (letter == 'x') != chart.lying;
  double least = INFINITY, most = 0;
  for (const Curve& curve : chart.curves)
    for (const double value : across ? curve.x : curve.y)
      if (std::isfinite(value)) least = std::min(least, value), most = std::max(most, value);
  if (most < 1e5 || (axis.scale == Scale::log && least < 1)) return "";
  return fmt::format("set format {} \"{}\"\n", letter, axis.scale == Scale::log ? "%.0s%c" : "%.1s%c");
}

/// Where a logarithmic axis begins when an interval reaches down to zero or below: at the decade under all
/// that can be drawn. Nothing where no interval does.
std::optional<double> log_bottom(const Chart& chart) {
  if (chart.y.scale != Scale::log) return std::nullopt;
  double least = INFINITY;
  bool below = false;
  for (const Curve& curve : chart.curves)
    for (const auto* values : {&curve.y, &curve.low})
      for (const double v : *values) {
        if (v > 0) least = std::min(least, v);
        below = below || (values == &curve.low && v <= 0);
      }
  if (!below || !std::isfinite(least)) return std::nullopt;
  return std::pow(10, std::floor(std::log10(least)));
}

std::string axis_lines(const Chart& chart, char letter) {
  const Axis& axis = (letter == 'x') != chart.lying ? chart.x : chart.y;
  std::string out;
  if (axis.scale == Scale::names) {
    std::string names;
    for (std::size_t i = 0; i < axis.names.size(); ++i)
      names += fmt::format("{}{} {}", i > 0 ? ", " : "", tic_name(axis.names[i]), i);
    return fmt::format("set {0}tics ({1}){2}\nset {0}range [-0.6:{3}]\n", letter, names,
                       letter == 'x' ? " rotate by -30" : "", static_cast<double>(axis.names.size()) - 0.4);
  }
  out += fmt::format("set {}label {}\n", letter, quoted(axis_title(axis))) + tic_format(chart, axis, letter);
  if (axis.scale == Scale::log) out += fmt::format("set logscale {}\n", letter);
  const auto bottom = &axis == &chart.y ? log_bottom(chart) : std::nullopt;
  const bool from = axis.least && (axis.scale != Scale::log || *axis.least > 0);
  return out + fmt::format("set {}range [{}:{}]\n", letter,
                           from     ? number(*axis.least)
                           : bottom ? number(*bottom)
                                    : "*",
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

bool has_interval(const Curve& curve) {
  return std::any_of(curve.low.begin(), curve.low.end(), [](double low) { return std::isfinite(low); });
}

/// gnuplot's number for how a point of this verdict looks: filled, hollow, a hollow triangle or square.
int point_type(const Curve& curve, std::size_t i) {
  constexpr int filled = 7, hollow = 6, triangle = 8, square = 4;
  const std::string mark = i < curve.marks.size() ? curve.marks[i] : "";
  if (mark == "undecided") return hollow;
  if (mark == "saturated") return triangle;
  return mark == "failed" || mark == "computed" ? square : filled;
}

/// For whoever goes on with the script; the figure has numbers, and a list of names.
std::string label_field(const Curve& curve, std::size_t i) {
  if (curve.shape != CurveShape::points || curve.labels.empty()) return "";
  return " " + quoted(curve.labels[i]);
}

bool has_names(const Curve& curve) { return curve.shape == CurveShape::points && !curve.labels.empty(); }

/// What a point of another look than a plain one means, for the key: its look, and words.
struct MarkWords {
  int look;
  std::string words;
};
std::vector<MarkWords> mark_words(const Chart& chart) {
  std::vector<MarkWords> all;
  for (const Curve& curve : chart.curves)
    for (std::size_t i = 0; i < curve.marks.size(); ++i) {
      const std::string& mark = curve.marks[i];
      if (mark.empty()) continue;
      const bool judged = curve.shape == CurveShape::points;
      const std::string words = !judged               ? mark
                                : mark == "best"      ? "nothing is better in both"
                                : mark == "undecided" ? "another one is, or not known"
                                                      : mark;
      const int look = point_type(curve, i);
      const auto same = [&](const MarkWords& m) { return m.look == look; };
      if (const auto known = std::find_if(all.begin(), all.end(), same); known == all.end())
        all.push_back({look, words});
      else if (("," + known->words + ",").find("," + words + ",") == std::string::npos)
        known->words += "," + words;  // "warm,finished" share a look
    }
  for (MarkWords& m : all)
    if (const std::size_t comma = m.words.find("warm,finished"); comma != std::string::npos)
      m.words = "warm or finished";
  return all;
}

std::string marks_plot(const Chart& chart) {
  std::string plots;
  for (const auto& [look, words] : mark_words(chart))
    plots +=
        fmt::format(", \\\n  NaN with points pt {} ps 1.1 lc rgb \"#333333\" title {}", look, quoted(words));
  return plots;
}

/// How many lines the names of the curves need below the figure.
std::size_t key_rows(const Chart& chart) {
  constexpr std::size_t room = 76, sample = 8;  // characters
  std::size_t longest = 0, count = chart.curves.size();
  for (const Curve& curve : chart.curves) longest = std::max(longest, curve.name.size());
  for (const MarkWords& mark : mark_words(chart)) longest = std::max(longest, mark.words.size()), ++count;
  const std::size_t columns = std::clamp<std::size_t>(room / (longest + sample), 1, count);
  return (count + columns - 1) / columns;
}

/// How many lines the list of the points' names needs, in two columns below the figure.
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
      out += fmt::format("set label \"{}\" at first {}, first {} center\n", n.number, number(n.at_x),
                         number(n.at_y));
      if (n.far)
        out += fmt::format(
            "set arrow from first {}, first {} to first {}, first {} nohead back lc rgb \"#999999\"\n",
            number(n.x), number(n.y), number(n.at_x), number(n.at_y));
    }
    const AxisRange x = range_around(chart.x, curve.x), y = range_around(chart.y, curve.y);
    out += fmt::format("set xrange [{}:{}]\nset yrange [{}:{}]\n", number(x.from), number(x.to),
                       number(y.from), number(y.to));
    const std::size_t rows = list_rows(chart);
    for (std::size_t i = 0; i < curve.labels.size(); ++i)
      out += fmt::format("set label {} at screen {}, character {} left\n",
                         quoted(fmt::format("{}  {}", i + 1, curve.labels[i])), i < rows ? 0.02 : 0.47,
                         static_cast<double>(key_rows(chart) + rows - i % rows) + 0.5);
  }
  return out;
}

/// The points of one curve: x, from, to, low, high, how it looks. What is stacked begins where the one below
/// it ends.
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
    out += fmt::format("{} {} {} {} {} {}{}\n", number(curve.x[i]), number(below), number(below + curve.y[i]),
                       number(low), interval ? number(curve.high[i]) : number(curve.y[i]),
                       point_type(curve, i), label_field(curve, i));
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

std::string bars_plot(const Chart& chart, std::size_t index, const std::string& colour,
                      const std::string& title) {
  const auto [width, shift] = bars_of(chart, index);
  const auto place = [&](double by) { return fmt::format("($1+({}))", shift + by); };
  const std::string at = place(0), low = place(-width / 2), high = place(width / 2);
  std::string bars =
      fmt::format("$curve{} using {} with boxxyerror fs solid 1 noborder lc rgb \"{}\" {}", index,
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

std::string plot_of(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  const std::string data = fmt::format("$curve{}", index), colour = colour_of(chart, index),
                    title = fmt::format("title {}", quoted(curve.name));
  if (is_bars(curve)) return bars_plot(chart, index, colour, title);
  if (curve.shape == CurveShape::points) return points_plot(chart, index, colour, title);
  if (curve.shape == CurveShape::area || curve.shape == CurveShape::stacked_area)
    return fmt::format("{} using 1:2:3 with filledcurves fs solid {} noborder lc rgb \"{}\" {}", data,
                       curve.shape == CurveShape::area ? 0.6 : 1.0, colour, title);
  const char* dashes = curve.role == Role::ideal ? "(3,4)" : curve.role == Role::baseline ? "(10,6)" : "1";
  std::string lines = fmt::format("{} using {} with lines lw 2 dt {} lc rgb \"{}\" {}", data,
                                  chart.lying ? "3:1" : "1:3", dashes, colour, title);
  if (chart.lying) return lines;
  if (has_interval(curve))
    lines += fmt::format(
        ", \\\n  {} using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb \"{}\" notitle",
        data, colour);
  if (!curve.marks.empty() || !curve.low.empty())
    lines += fmt::format(", \\\n  {} using 1:3:6 with points pt variable ps 0.9 lc rgb \"{}\" notitle", data,
                         colour);
  return lines;
}

/// The title above the figure and the names of the curves below it, both in the middle of the picture.
std::string frame_lines(const Chart& chart) {
  const std::size_t rows = chart.curves.empty() ? 1 : key_rows(chart);
  return fmt::format(
      "set label 1 {} at screen 0.5, screen 0.965 center\nset tmargin 3\n"
      "set key at screen 0.5, screen 0.01 center bottom horizontal maxrows {} samplen 2\nset bmargin {}\n"
      "set border 3\nset tics nomirror out\nset grid {} lc rgb \"#dddddd\"\n",
      quoted(chart.title), rows,
      rows + list_rows(chart) + (list_rows(chart) > 0 ? 2 : 0) +
          (chart.x.scale == Scale::names && !chart.lying ? 7 : 4),
      chart.lying ? "x" : "y");
}

}  // namespace

Result<std::string> gnuplot_terminal(const std::string& file, const Chart& chart) {
  // A column of a journal is 86 mm wide; type of 8 points is as large as its captions.
  const double names = chart.lying ? static_cast<double>(chart.x.names.size()) : 0;
  const double tall = std::max(1.0, (names + 8) / 20) + 0.038 * static_cast<double>(list_rows(chart));
  if (file.ends_with(".svg"))
    return fmt::format("svg size 700,{:.0f} enhanced font \"Helvetica,13\" background \"white\"", 440 * tall);
  if (file.ends_with(".pdf"))
    return fmt::format("pdfcairo size 12.0cm,{:.1f}cm noenhanced font \"Helvetica,9\"", 7.6 * tall);
  if (file.ends_with(".png"))
    return fmt::format("pngcairo size 1400,{:.0f} noenhanced font \"Helvetica,22\" linewidth 2 pointscale 2",
                       880 * tall);
  return Problem{file, "has no ending that names a picture", "let it end in .svg, .pdf or .png"};
}

std::string gnuplot_script(const Chart& chart, const std::string& terminal, const std::string& output) {
  std::string out = fmt::format("# {}: made by ebb plot. Change it and run: gnuplot FILE{}\n",
                                quoted(chart.name), output.empty() ? "" : "; it writes " + quoted(output));
  if (!terminal.empty()) out += fmt::format("set terminal {}\n", terminal);
  if (!output.empty()) out += fmt::format("set output {}\n", quoted(output));
  out += "set encoding utf8\nset termoption noenhanced\n";
  out += frame_lines(chart);
  out += axis_lines(chart, 'x') + axis_lines(chart, 'y');
  if (chart.lying)  // the first name stands on top
    out += fmt::format("set yrange [{}:-0.6]\n", static_cast<double>(chart.x.names.size()) - 0.4);
  out += name_lines(chart);
  for (std::size_t i = 0; i < chart.curves.size(); ++i) out += data_block(chart, i);
  std::string plots;
  for (std::size_t i = 0; i < chart.curves.size(); ++i)
    plots += (plots.empty() ? "plot " : ", \\\n  ") + plot_of(chart, i);
  return out + plots + marks_plot(chart) + "\n";
}

}  // namespace ebb::inline report
