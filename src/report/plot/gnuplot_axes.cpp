#include "report/plot/gnuplot_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/document/wrapped_text.hpp"

namespace ebb::inline report {
namespace {

constexpr std::size_t name_width = 38;    // characters beside horizontal bars, which need the rest
constexpr std::size_t figure_width = 72;  // characters below a figure

/// Returns the lines of a name beside an axis. No name is truncated, because its end matters.
std::vector<std::string> lines_of(const std::string& name, std::size_t width) {
  const std::string text = wrapped("", name, 0, width);
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = text.find('\n', from);
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

std::size_t width_of(const Axis& axis, bool beside) {
  return beside ? name_width : figure_width / std::max<std::size_t>(1, axis.names.size());
}

std::size_t most_lines(const Axis& axis, std::size_t width) {
  std::size_t most = 0;
  for (const std::string& name : axis.names) most = std::max(most, lines_of(name, width).size());
  return most;
}

std::string tic_name(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    const std::string text = gnuplot_text(line);
    out += (out.empty() ? "" : "\\n") + text.substr(1, text.size() - 2);
  }
  return '"' + out + '"';
}

std::string axis_title(const Axis& axis) {
  return axis.unit.empty() ? axis.title : fmt::format("{} [{}]", axis.title, axis.unit);
}

/// The range of the values of an axis, intervals included.
struct Extent {
  double least = INFINITY, most = 0;
  void add(const std::vector<double>& values, bool above_zero) {
    for (const double v : values)
      if (std::isfinite(v) && (v > 0 || !above_zero)) least = std::min(least, v), most = std::max(most, v);
  }
};
Extent extent_of(const Chart& chart, const Axis& axis) {
  Extent extent;
  const bool log = axis.scale == Scale::log;
  for (const Curve& curve : chart.curves) {
    extent.add(&axis == &chart.x ? curve.x : curve.y, log);
    if (&axis == &chart.y) extent.add(curve.low, log), extent.add(curve.high, log);
  }
  return extent;
}

/// "100k": short enough to fit beside its neighbours.
std::string decade_name(int power) {
  constexpr const char* units = "kMGT";
  if (power < 0 || power > 14) return fmt::format("{:g}", std::pow(10, power));
  const std::string digits = std::string("1") + std::string(static_cast<std::size_t>(power % 3), '0');
  return power < 3 ? digits : digits + units[power / 3 - 1];
}

/// The range of a logarithmic axis in powers of ten. Empty where the numbers differ by less than a factor of
/// a hundred, so that steps between powers are needed. An interval down to zero has no such factor.
struct Decades {
  int from = 0, to = 0;
};
std::optional<Decades> decades_of(const Chart& chart, const Axis& axis) {
  const auto [least, most] = extent_of(chart, axis);
  if (axis.scale != Scale::log || !(most > 0)) return std::nullopt;
  const double begin = axis.least && *axis.least > 0 ? std::min(least, *axis.least) : least;
  const Decades decades{static_cast<int>(std::floor(std::log10(begin))),
                        static_cast<int>(std::ceil(std::log10(most)))};
  if (least == most) return Decades{decades.from, decades.from + 1};  // a single number needs a margin
  return most < 100 * begin && !log_bottom(chart) ? std::nullopt : std::optional(decades);
}

/// Powers of ten by name: gnuplot's own "100000" and "1e+06" overlap. The axis is slightly longer: at its
/// very ends gnuplot may lose a number to rounding.
std::string log_axis(const Decades& decades, char letter) {
  const int step = (decades.to - decades.from + 9) / 10;
  std::string names;
  for (int power = decades.from; power <= decades.to; power += step)
    names += fmt::format("{}\"{}\" 1e{}", names.empty() ? "" : ", ", decade_name(power), power);
  return fmt::format("set {0}tics ({1})\nset {0}range [0.999e{2}:1.001e{3}]\n", letter, names, decades.from,
                     decades.to);
}

/// 1, 2 and 5 times powers of ten, where there are too few powers. The axis goes from the last step below the
/// numbers to the first above them.
std::string steps_axis(double least, double most, char letter) {
  std::string names;
  double from = least, to = most;
  bool beyond = false;
  for (int power = static_cast<int>(std::floor(std::log10(least) + 1e-9)); !beyond; ++power)
    for (const int digit : {1, 2, 5}) {
      const double step = digit * std::pow(10, power);
      if (beyond) break;
      if (step <= least * (1 + 1e-9)) names.clear(), from = step;
      names += fmt::format("{}{:g}", names.empty() ? "" : ", ", step);
      beyond = step >= most * (1 - 1e-9), to = step;
    }
  return fmt::format("set {0}tics ({1})\nset {0}range [{2:g}:{3:g}]\n", letter, names, 0.999 * from,
                     1.001 * to);
}

/// Zero and steps on both sides of it, by name: gnuplot's own are even in values, not on the axis.
std::string symmetric_axis(const Chart& chart, const Axis& axis, char letter) {
  const auto [least, most] = extent_of(chart, axis);
  const int first = static_cast<int>(std::floor(std::log10(axis.bend) + 1e-9)),
            last = static_cast<int>(std::ceil(std::log10(std::max({most, -least, axis.bend}))));
  std::string names = "\"0\" 0";
  for (int power = first; power <= last; ++power)
    for (const int digit : {1, 2, 5}) {
      if (digit > 1 && last - first > 2) continue;  // they would overlap
      const double value = digit * std::pow(10, power);
      names += fmt::format(", \"{0:g}\" {0:g}, \"{1:g}\" {1:g}", value, -value);
    }
  return fmt::format("set nonlinear {0} via asinh({0}/{1:g}) inverse {1:g}*sinh({0})\nset {0}tics ({2})\n",
                     letter, axis.bend, names);
}

/// "5.0M" where "5e+06" would overlap its neighbours.
std::string tic_format(const Chart& chart, const Axis& axis, char letter) {
  const auto [least, most] = extent_of(chart, axis);
  if (axis.scale != Scale::linear || most < 1e5) return "";
  return fmt::format("set format {} \"%.1s%c\"\n", letter);
}

/// Of the names below a figure that do not fit side by side.
std::size_t longest_line(const Axis& axis) {
  std::size_t longest = 0;
  for (const std::string& name : axis.names)
    for (const std::string& line : lines_of(name, width_of(axis, true)))
      longest = std::max(longest, line.size());
  return longest;
}

/// Short names lean; long ones would leave the picture on the right, so they stand upright.
bool names_stand(const Axis& axis) { return longest_line(axis) > 14; }

/// As labels: gnuplot truncates names of its own tics after 50 characters. Left of a figure they need a
/// margin that gnuplot does not compute.
std::string names_axis(const Axis& axis, char letter) {
  const bool lean = letter == 'x' && names_lean(axis);
  const std::size_t width = width_of(axis, letter == 'y' || lean);
  std::string out, tics;
  for (std::size_t i = 0; i < axis.names.size(); ++i) {
    tics += fmt::format("{}\"\" {}", i > 0 ? ", " : "", i);
    const std::vector<std::string> lines = lines_of(axis.names[i], width);
    // A label's position is the middle of its first line.
    const double up = letter == 'y' ? 0.5 * static_cast<double>(lines.size() - 1) : 0;
    out += fmt::format("set label {} at {} offset character {}, {:.1f}\n", tic_name(lines),
                       letter == 'y'               ? fmt::format("graph 0, first {} right", i)
                       : lean && names_stand(axis) ? fmt::format("first {}, graph 0 right rotate by 90", i)
                       : lean                      ? fmt::format("first {}, graph 0 left rotate by -30", i)
                                                   : fmt::format("first {}, graph 0 center", i),
                       letter == 'y' ? "-1.5" : "0", letter == 'y' ? up : -1.2);
  }
  if (letter == 'y') out += fmt::format("set lmargin {}\n", name_margin(axis));
  return out + fmt::format("set {0}tics ({1})\nset {0}range [-0.6:{2}]\n", letter, tics,
                           static_cast<double>(axis.names.size()) - 0.4);
}

}  // namespace

std::string gnuplot_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '`') {  // gnuplot executes text between backticks inside double quotes
      out += '\'';
      continue;
    }
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

std::string gnuplot_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "NaN"; }

bool names_lean(const Axis& axis) {
  const std::size_t room = width_of(axis, false);
  return std::any_of(axis.names.begin(), axis.names.end(), [&](const std::string& name) {
    const auto lines = lines_of(name, room);
    return lines.size() > 3 || std::any_of(lines.begin(), lines.end(),
                                           [&](const std::string& line) { return line.size() > room; });
  });
}

std::size_t leaning_lines(const Axis& axis) {
  return names_stand(axis) ? 3 + longest_line(axis) * 9 / 20
                           : 7;  // lines are twice as high as characters are wide
}

std::size_t name_margin(const Axis& axis) { return longest_line(axis) * 9 / 10 + 3; }

std::size_t name_lines_of(const Axis& axis) { return most_lines(axis, width_of(axis, true)); }
std::size_t name_lines_below(const Axis& axis) { return most_lines(axis, width_of(axis, false)); }

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

std::string gnuplot_axis(const Chart& chart, char letter) {
  const Axis& axis = (letter == 'x') != chart.lying ? chart.x : chart.y;
  if (axis.scale == Scale::names) return names_axis(axis, letter);
  std::string out = fmt::format("set {}label {}\n", letter, gnuplot_text(axis_title(axis))) +
                    tic_format(chart, axis, letter);
  if (axis.scale == Scale::symmetric) return out + symmetric_axis(chart, axis, letter);
  if (axis.scale == Scale::log) out += fmt::format("set logscale {}\n", letter);
  if (const auto decades = decades_of(chart, axis); decades && !axis.most)
    return out + log_axis(*decades, letter);
  if (const auto [least, most] = extent_of(chart, axis);
      axis.scale == Scale::log && !axis.most && most > least && !log_bottom(chart))
    return out +
           steps_axis(axis.least && *axis.least > 0 ? std::min(least, *axis.least) : least, most, letter);
  const auto bottom = &axis == &chart.y ? log_bottom(chart) : std::nullopt;
  const bool from = axis.least && (axis.scale != Scale::log || *axis.least > 0);
  return out + fmt::format("set {}range [{}:{}]\n", letter,
                           from     ? gnuplot_number(*axis.least)
                           : bottom ? gnuplot_number(*bottom)
                                    : "*",
                           axis.most ? gnuplot_number(*axis.most) : "*");
}

}  // namespace ebb::inline report
