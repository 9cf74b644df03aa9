#include "reproduce/ethernet/ethernet_rows.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "base/result.hpp"
#include "experiment/read/sweep_settings.hpp"
#include "reproduce/all_of.hpp"
#include "study/sweep/saturation_search.hpp"

namespace ebb::inline reproduce {
namespace {

std::string interval_of(const Measured& figure, double factor, std::string_view unit,
                        const EthernetResult& result) {
  if (!result.undecided.empty()) return "undecided: " + result.undecided;
  if (!figure.within) return "too few independent batches for an interval";
  return fmt::format("± {:.2g} {} at 95 % confidence{}", factor * *figure.within, unit,
                     result.runs > 1 ? fmt::format(", from {} runs", result.runs) : "");
}

/// The interval of a latency, or how many of its runs saturated.
std::string latency_note(const EthernetResult& result) {
  if (result.saturated_runs == result.runs) return "saturated: it grows as long as the run lasts";
  const std::string note = interval_of(result.latency_us, 1, "us", result);
  if (result.saturated_runs == 0) return note;
  return fmt::format("{}; saturated in {} of {} runs", note, result.saturated_runs, result.runs);
}

/// Fairness between source switches.
void add_fairness(Rows& rows, const std::string& id, const std::string& what, const EthernetResult& r) {
  rows.add_unprinted(id + ".fairness", what + ": Jain's index of the source switches", "", r.fairness,
                     fmt::format("the most that one sends: {:.0f} % of the mean", 100 * r.most));
  rows.add_unprinted(id + ".owners_percent", what + ": sent by the switches that own the cable", "%",
                     100 * r.owners, "of the mean of all switches");
  rows.add_unprinted(id + ".least_percent", what + ": sent by the switch that sends the least", "%",
                     100 * r.least, "of the mean of all switches");
}

void add_point(Rows& rows, const EthernetPoint& point, const EthernetResult& r, double detours) {
  const std::string id = fmt::format("{}.{}.{:.0f}", point.pattern(), point.routing, 100 * point.load);
  const std::string what = fmt::format("{}, {}, load {:.0f} %", point.pattern(),
                                       ethernet_routing(point.routing).name, 100 * point.load);
  if (point.load < overload)
    rows.add_unprinted(id + ".latency_us", what + ": mean latency", "us", r.latency_us.value,
                       latency_note(r));
  rows.add_unprinted(id + ".accepted_percent", what + ": accepted", "%", 100 * r.accepted.value,
                     interval_of(r.accepted, 100, "%", r));
  // Under uniform traffic, packets that fill buffers cannot be distinguished from detours.
  const bool fills_up = !point.adversarial && r.accepted.value < 0.99 * point.load;
  rows.add_unprinted(id + ".detours_percent", what + ": packets with a detour", "%",
                     100 * std::clamp(detours, 0.0, 1.0), fills_up ? "about, while buffers fill up" : "");
  if (point.adversarial) add_fairness(rows, id, what, r);
}

/// The least and the greatest load of a search, and its steps.
SaturationSettings loads_to_try(const Effort& effort) {
  const double step = effort.quick ? 0.1 : 0.05;
  return {.from = step, .to = 1, .precision = step};
}

Result<SaturationSearch> search_for(EthernetPoint point, const EthernetFigure& figure, const Effort& effort) {
  SaturationSearch search(loads_to_try(effort));
  point.seeds = 1;
  while (const auto load = search.next()) {
    point.load = *load;
    if (const EthernetResult* known = figure.find(point)) {
      search.tell(known->shown);
      continue;
    }
    const auto result = run_points({point}, {.quick = effort.quick, .quiet = true});
    if (!result) return result.problems();
    search.tell(result->front().shown);
  }
  return search;
}

std::string note_of(const SaturationSearch& search, const Effort& effort) {
  std::string note = search.saturated() ? fmt::format("{:.0f} % saturates it", 100 * *search.saturated())
                                        : "no load was seen to saturate it";
  if (!search.steady())
    note = fmt::format("not even {:.0f} % is steady; {}", 100 * loads_to_try(effort).from, note);
  if (search.undecided())
    note += fmt::format("; from {:.0f} % on the runs are too short to tell", 100 * *search.undecided());
  return note;
}

}  // namespace

const EthernetResult* EthernetFigure::find(const EthernetPoint& like) const {
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].routing == like.routing && points_[i].adversarial == like.adversarial &&
        points_[i].load == like.load)
      return &results_[i];
  return nullptr;
}

const EthernetResult& EthernetFigure::at(std::string_view routing, bool adversarial, double load) const {
  const EthernetResult* found = find({.routing = routing, .adversarial = adversarial, .load = load});
  ENSURE(found != nullptr);
  return *found;
}

double EthernetFigure::detours(const EthernetPoint& point) const {
  const EthernetResult& result = at(point.routing, point.adversarial, point.load);
  if (point.adversarial) return result.detours;
  return result.global_cables / at("min", false, point.load).global_cables - 1;
}

void EthernetFigure::add_rows(Rows& rows) const {
  for (std::size_t i = 0; i < points_.size(); ++i)
    add_point(rows, points_[i], results_[i], detours(points_[i]));
}

Problems add_saturation(Rows& rows, const std::vector<EthernetPoint>& searches, const EthernetFigure& figure,
                        const Effort& effort) {
  const auto found = all_of<SaturationSearch>(searches.size(), effort, "searches", [&](std::size_t i) {
    return search_for(searches[i], figure, effort);
  });
  if (!found) return found.problems();
  for (std::size_t i = 0; i < searches.size(); ++i) {
    const EthernetPoint& search = searches[i];
    rows.add_unprinted(
        fmt::format("{}.{}.saturation_percent", search.pattern(), search.routing),
        fmt::format("{}, {}: greatest steady load", search.pattern(), ethernet_routing(search.routing).name),
        "%", 100 * (*found)[i].steady().value_or(0), note_of((*found)[i], effort));
  }
  return {};
}

}  // namespace ebb::inline reproduce
