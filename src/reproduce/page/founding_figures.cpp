#include "reproduce/page/founding_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/parsed_number.hpp"
#include "reproduce/page/founding_points.hpp"

namespace ebb::inline reproduce {
namespace {

/// The rows of a figure, and its texts.
struct FoundingFigure {
  std::string_view name, reproduction, title, note;
  std::string_view begins,
      ends;  ///< of the ids of its rows; where `ends` has a '_' at its end, more may follow
  std::string_view x = "", x_unit = "", y = "", y_unit = "";
  double factor = 1;
};

/// The text of a row is "BAR: PART".
constexpr std::array in_parts{
    FoundingFigure{"abts-fig1", "abts-money",
                   "Where servers follow the load, the network draws half of the power", "Abts, Figure 1.",
                   "figure1.", "_w", "", "", "power", "MW", 1e-6},
    FoundingFigure{"abts-fig7", "abts-fig7", "Links spend most of their time at the slowest speed",
                   "Abts, Figure 7. Changes count at the faster of the two speeds.", "", "_gbps", "", "",
                   "share of the time", "%"},
    FoundingFigure{"kim-fig7", "kim-fig7", "Links draw most, and savings come from them",
                   "Kim, Figure 7: 15 nodes.", "", "_w", "", "", "power", "W"},
    FoundingFigure{"kim-fig10", "kim-fig10",
                   "With DVS and link shutdown, links are off or slow while there is little to send",
                   "Kim, Figure 10: time of all links.", "", ".at_", "", "", "share of the time", "%"},
    FoundingFigure{"benito-fig11", "benito-power",
                   "Compacted rules save the power of tables, the dragonfly that of switches",
                   "Benito, Figure 11: networks of 300,000 hosts, by topology and by how tables are held.",
                   "figure11.", "_mw", "", "", "power", "MW"}};

/// An id is CURVE, BEGINS, a number, ENDS.
constexpr std::array by_setting{
    FoundingFigure{"abts-fig9a", "abts-fig9a", "A higher target saves power and costs latency",
                   "Abts, Figure 9(a): link pairs, packets, against full speed.", ".paired_", "_us",
                   "target utilisation", "%", "latency added", "us"},
    FoundingFigure{"abts-fig9b", "abts-fig9b", "Latency grows with the time that a change of rate takes",
                   "Abts, Figure 9(b): link pairs, packets, against full speed.", ".", "_ns_us",
                   "reactivation", "ns", "latency added", "us"}};

/// Ids are figure.TOPOLOGY.PORTS.ORGANISATION. figure.TOPOLOGY.PORTS.hosts gives the size.
constexpr std::array by_size{
    FoundingFigure{"benito-fig4", "benito-rules", "Rules that a switch needs, by the size of the network",
                   "Benito, Figure 4: the largest networks of switches with 8 to 96 ports.", "figure.",
                   ".per_", "hosts", "", "rules", ""},
    FoundingFigure{
        "benito-fig6", "benito-rules", "After compaction a rule for each port is enough, or a few more",
        "Benito, Figure 6: the band is from the switch with the fewest rules to that with the most.",
        "figure.", ".compacted_highest", "hosts", "", "rules", ""}};

Chart empty_chart(const FoundingFigure& figure, Axis x, Axis y) {
  x.title = figure.x, x.unit = figure.x_unit, y.title = figure.y, y.unit = figure.y_unit;
  return {.name = std::string(figure.name),
          .title = std::string(figure.title),
          .note = std::string(figure.note),
          .x = std::move(x),
          .y = std::move(y),
          .curves = {}};
}

bool ends_so(const std::string& id, std::string_view ends) {
  return ends.ends_with('_') ? id.find(ends) != std::string::npos : id.ends_with(ends);
}

/// "time at 2.5 Gb/s" -> "2.5 Gb/s". Returns whether it was a speed.
bool take_speed(std::string& part) {
  const std::size_t at = part.find(" at ");
  if (!part.starts_with("time") || at == std::string::npos) return false;
  part.erase(0, at + 4);
  if (part == "0b/s") part = "off";
  return true;
}

Chart drawn_in_parts(const FoundingFigure& figure, const PageJson& rows) {
  Chart chart = empty_chart(figure, {.title = "", .scale = Scale::names}, {.title = "", .least = 0});
  chart.lying = true;
  for (const PageJson& row : rows) {
    const std::string id = text_at(row, "id"), what = text_at(row, "what");
    const std::size_t colon = what.rfind(": ");
    if (!id.starts_with(figure.begins) || !ends_so(id, figure.ends) || colon == std::string::npos) continue;
    const std::string bar = what.substr(0, colon);
    std::string part = what.substr(colon + 2);
    if (part == "total") continue;
    const bool speed = take_speed(part);
    auto place = std::find(chart.x.names.begin(), chart.x.names.end(), bar);
    if (place == chart.x.names.end()) place = chart.x.names.insert(place, bar);
    Curve& curve = curve_named(chart, part, CurveShape::stacked_bars, speed ? Role::rate : Role::one_of_many);
    curve.x.push_back(static_cast<double>(place - chart.x.names.begin()));
    curve.y.push_back(number_at(row, "ours").value_or(no_value) * figure.factor);
  }
  return chart;
}

Chart drawn_by_setting(const FoundingFigure& figure, const PageJson& rows) {
  Chart chart = empty_chart(figure, {.title = ""}, {.title = "", .scale = Scale::log});
  if (figure.x_unit == "ns") chart.x.scale = Scale::log;
  for (const PageJson& row : rows) {
    const std::string id = text_at(row, "id"), what = text_at(row, "what");
    const std::size_t begin = id.find(figure.begins);
    if (begin == std::string::npos || !id.ends_with(figure.ends)) continue;
    const std::size_t from = begin + figure.begins.size();
    if (from + figure.ends.size() > id.size()) continue;
    const auto x =
        parsed_number<int>(std::string_view(id).substr(from, id.size() - figure.ends.size() - from));
    if (!x) continue;
    Curve& curve = curve_named(chart, what.substr(0, what.find(',')), CurveShape::line, Role::one_of_many);
    curve.x.push_back(*x), curve.y.push_back(number_at(row, "ours").value_or(no_value));
    curve.marks.push_back(mark_in_note(row));
  }
  return chart;
}

/// "3-level folded Clos of 8-port switches: per group" -> "3-level folded Clos, per group"
std::string curve_by_size(const std::string& what, bool one_organisation) {
  const std::size_t of = what.find(" of "), colon = what.rfind(": ");
  if (of == std::string::npos || colon == std::string::npos) return what;
  return one_organisation ? what.substr(0, of) : what.substr(0, of) + ", " + what.substr(colon + 2);
}

Chart drawn_by_size(const FoundingFigure& figure, const PageJson& rows) {
  Chart chart = empty_chart(figure, {.title = "", .scale = Scale::log}, {.title = "", .scale = Scale::log});
  for (const PageJson& row : rows) {
    const std::string id = text_at(row, "id");
    const std::size_t organisation = id.rfind('.');
    if (!id.starts_with(figure.begins) || !ends_so(id, figure.ends)) continue;
    const std::string network = id.substr(0, organisation);
    const auto hosts = number_at(row_named(rows, network + ".hosts"), "ours"), most = number_at(row, "ours");
    if (!hosts || !most) continue;
    const auto fewest = number_at(row_named(rows, network + ".compacted_lowest"), "ours");
    const bool band = figure.ends == ".compacted_highest" && fewest;
    Curve& curve =
        curve_named(chart, curve_by_size(text_at(row, "what"), band), CurveShape::line, Role::one_of_many);
    curve.x.push_back(*hosts), curve.y.push_back(*most), curve.marks.emplace_back("");
    if (band) curve.low.push_back(*fewest), curve.high.push_back(*most);
    if (band) chart.interval = "from the fewest rules to the most";
  }
  return chart;
}

}  // namespace

std::vector<Chart> founding_figures(const PageJson& reproduction) {
  const std::string name = text_at(reproduction, "name");
  const PageJson& rows = member(reproduction, "rows");
  std::vector<Chart> found;
  const auto add_from = [&](const auto& figures, auto draw) {
    add_drawn(
        figures, name, [&](const FoundingFigure& f) { return draw(f, rows); }, found);
  };
  add_from(in_parts, drawn_in_parts);
  add_from(by_setting, drawn_by_setting);
  add_from(by_size, drawn_by_size);
  return found;
}

std::string_view reproduction_of_figure(std::string_view name) {
  std::string_view found;
  const auto look = [&](const auto& figures) {
    for (const FoundingFigure& figure : figures)
      if (figure.name == name) found = figure.reproduction;
  };
  look(in_parts), look(by_setting), look(by_size);
  return found;
}

std::vector<std::string> founding_figure_names() {
  std::vector<std::string> names;
  const auto add = [&](const auto& figures) {
    for (const FoundingFigure& figure : figures) names.emplace_back(figure.name);
  };
  add(in_parts), add(by_setting), add(by_size);
  return names;
}

}  // namespace ebb::inline reproduce
