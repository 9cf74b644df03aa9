#include "reproduce/page/founding_curves.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "reproduce/page/founding_points.hpp"

namespace ebb::inline reproduce {
namespace {

/// The text of a row is "CURVE, load 20 %: FIGURE" or "CURVE, 3 links: FIGURE". Words after the figure belong
/// to the curve.
struct CurveFigure {
  std::string_view reproduction, ending, title, note, begins, figure, y, unit;
  Scale y_scale = Scale::linear;
};

constexpr std::string_view kim7 = "Kim, Figure 7: 15 nodes.", kim8 = "Kim, Figure 8.",
                           kim9 = "Kim, Figure 9.", mesh = "Kim, Figure 9(c): 8 x 8 mesh.",
                           kim11 = "Kim, Figure 11.", kim12 = "Kim, Figure 12: 70 nm.",
                           koibuchi2 = "Koibuchi, Figure 2: links of each trunk.";

constexpr std::array by_load{
    CurveFigure{"kim-fig7", "-energy", "Energy per packet falls with the load, whatever saves it", kim7, "",
                "energy per packet", "energy per packet", "nJ"},
    CurveFigure{"kim-fig7", "-latency", "What saving costs in latency, by load", kim7, "",
                "mean latency of packets", "mean latency", "us", Scale::log},
    CurveFigure{"kim-fig8", "", "More lanes carry more video in time", kim8, "", "frames that miss",
                "frames that miss their deadline", "%"},
    CurveFigure{"kim-fig8", "-late", "How late frames are that miss their deadline", kim8, "",
                "deadline missing time", "deadline missing time", "ms"},
    CurveFigure{"kim-fig9", "", "Energy per packet under bursts and with a hot spot", kim9, "",
                "energy per packet", "energy per packet", "nJ"},
    CurveFigure{"kim-fig9", "-latency", "Latency under bursts and with a hot spot", kim9, "", "mean latency",
                "mean latency", "us", Scale::log},
    CurveFigure{"kim-mesh", "", "Energy per packet on an 8 x 8 mesh", mesh, "", "energy per packet",
                "energy per packet", "nJ"},
    CurveFigure{"kim-mesh", "-latency", "Latency on an 8 x 8 mesh", mesh, "", "mean latency", "mean latency",
                "us", Scale::log},
    CurveFigure{"kim-fig11", "", "Link shutdown against voltage scaling, as buffers begin to leak", kim11, "",
                "energy with DLS over that with DVS", "energy, DLS over DVS", ""},
    CurveFigure{"kim-fig11", "-cells", "Cells of buffers that have to be powered", kim11, "", "cells powered",
                "cells powered", ""},
    CurveFigure{"kim-fig12", "", "Packets against wormholes: energy, with buffers that sleep or not", kim12,
                "", "energy per packet", "energy per packet", "nJ"},
    CurveFigure{"kim-fig12", "-latency", "Packets against wormholes: latency", kim12, "", "mean latency",
                "mean latency", "us"}};

constexpr std::array by_links{
    CurveFigure{"koibuchi-fig2", "", "Throughput under bit reversal, tree and complete graph", koibuchi2,
                "bit reversal, ", "throughput of a pair", "throughput of a pair", "Mb/s"},
    CurveFigure{"koibuchi-fig2", "-transpose", "Throughput under matrix transpose, tree and complete graph",
                koibuchi2, "matrix transpose, ", "throughput of a pair", "throughput of a pair", "Mb/s"}};

/// Ids are CURVE.STEP.FIGURE. The power saved by a step is the row with the same prefix.
constexpr std::array by_saving{
    CurveFigure{"koibuchi-fig3", "", "Throughput as links go off", "Koibuchi, Figure 3.", "", ".mbps",
                "throughput of a pair", "Mb/s"},
    CurveFigure{"koibuchi-fig4", "", "HPL as links go off", "Koibuchi, Figure 4.", "", ".performance_percent",
                "performance, of all links on", "%"},
    CurveFigure{"koibuchi-fig5", "", "NAS benchmarks of 64 processes as links go off", "Koibuchi, Figure 5.",
                "", ".performance_percent", "performance, of all links on", "%"},
    CurveFigure{"koibuchi-fig6", "", "NAS benchmarks of 128 processes as links go off", "Koibuchi, Figure 6.",
                "", ".performance_percent", "performance, of all links on", "%"}};

struct Point {
  std::string curve;
  double x = 0;
};

/// "DVS, bursts, load 20 %" without its x value: "DVS, bursts".
std::string without(std::string text, std::size_t from, std::size_t to) {
  text.erase(from, to - from);
  while (text.starts_with(", ")) text.erase(0, 2);
  while (text.ends_with(", ")) text.resize(text.size() - 2);
  const std::size_t twice = text.find(", , ");
  return twice == std::string::npos ? text : text.erase(twice, 2);
}

/// Joins the words after the figure, ", 180 nm" or " with DVS", to those before the load.
std::string joined(const std::string& before, std::string behind) {
  for (const std::string_view word : {", ", " ", "with "})
    if (behind.starts_with(word)) behind.erase(0, word.size());
  if (before.empty() || behind.empty()) return before + behind;
  return before + ", " + behind;
}

std::optional<Point> point_by_load(const CurveFigure& figure, const std::string& what) {
  const std::size_t colon = what.rfind(": ");
  if (colon == std::string::npos) return std::nullopt;
  const std::string head = what.substr(0, colon), tail = what.substr(colon + 2);
  const std::size_t load = head.find("load "), percent = head.find(" %", load);
  if (!tail.starts_with(figure.figure) || load == std::string::npos || percent == std::string::npos)
    return std::nullopt;
  return Point{joined(without(head, load, percent + 2), tail.substr(figure.figure.size())),
               std::strtod(head.c_str() + load + 5, nullptr)};
}

std::optional<Point> point_by_links(const CurveFigure& figure, const std::string& what) {
  const std::size_t colon = what.rfind(": ");
  if (colon == std::string::npos || !what.starts_with(figure.begins) ||
      what.substr(colon + 2) != figure.figure)
    return std::nullopt;
  const std::string head = what.substr(figure.begins.size(), colon - figure.begins.size());
  const std::size_t word = head.find(" link"), from = head.rfind(' ', word - 1);
  if (word == std::string::npos || word == 0 || from == std::string::npos) return std::nullopt;
  const std::size_t end = head.find(',', word);
  return Point{without(head, from + 1, end == std::string::npos ? head.size() : end),
               std::strtod(head.c_str() + from, nullptr)};
}

/// "nas-bt.links39.performance_percent" -> "BT"
std::string program_of(const std::string& id) {
  std::string name = id.substr(0, id.find(".links"));
  if (name.starts_with("nas-")) name.erase(0, 4);
  if (name.starts_with("links")) return "six switches, fully connected";
  for (char& c : name)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return name;
}

std::optional<Point> point_by_saving(const CurveFigure& figure, const PageJson& rows, const PageJson& row) {
  const std::string id = text_at(row, "id");
  if (!id.ends_with(figure.figure)) return std::nullopt;
  const std::string step = id.substr(0, id.size() - figure.figure.size());
  const auto saved = number_at(row_named(rows, step + ".saved_percent"), "ours");
  return saved ? std::optional(Point{program_of(id), *saved}) : std::nullopt;
}

template <class PointOf>
Chart drawn(const CurveFigure& figure, Axis x, const PageJson& rows, PointOf point_of) {
  Chart chart{
      .name = fmt::format("{}{}", figure.reproduction, figure.ending),
      .title = std::string(figure.title),
      .note = std::string(figure.note),
      .x = std::move(x),
      .y = {.title = std::string(figure.y), .unit = std::string(figure.unit), .scale = figure.y_scale},
      .curves = {}};
  if (figure.y_scale == Scale::linear) chart.y.least = 0;
  for (const PageJson& row : rows) {
    const std::string unit = text_at(row, "unit");
    if (!figure.unit.empty() && !unit.empty() && unit != figure.unit) continue;  // "of the base case's [%]"
    if (const std::optional<Point> point = point_of(figure, row))
      add_point(curve_named(chart, point->curve), point->x, row);
  }
  return chart;
}

}  // namespace

std::vector<Chart> founding_curves(const PageJson& reproduction) {
  const std::string name = text_at(reproduction, "name");
  const PageJson& rows = member(reproduction, "rows");
  std::vector<Chart> found;
  const auto add = [&](const auto& figures, const Axis& x, auto point_of) {
    add_drawn(
        figures, name, [&](const CurveFigure& f) { return drawn(f, x, rows, point_of); }, found);
  };
  add(by_load, {.title = "load", .unit = "%", .least = 0},
      [](const CurveFigure& figure, const PageJson& row) {
        return point_by_load(figure, text_at(row, "what"));
      });
  add(by_links, {.title = "links of each trunk", .least = 0},
      [](const CurveFigure& figure, const PageJson& row) {
        return point_by_links(figure, text_at(row, "what"));
      });
  add(by_saving, {.title = "power of the switches saved", .unit = "%", .least = 0},
      [&](const CurveFigure& figure, const PageJson& row) { return point_by_saving(figure, rows, row); });
  return found;
}

}  // namespace ebb::inline reproduce
