// Kim, Figure 12: packet switching compared with wormhole switching on an 8 x 8 mesh at 70 nm, with buffers
// of four and eight packets, with and without sleeping buffers.
#include <fmt/core.h>

#include <cmath>
#include <span>

#include "base/problem.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

struct Switching {
  std::string_view id, name;
  std::vector<std::string> settings;
};

const std::vector<Switching>& switchings() {
  static const std::vector<Switching> all{
      {"packet4", "packets, buffers of 4", {}},
      {"packet8", "packets, buffers of 8", {"switch.input_buffer=32KiB", "switch.output_queue=32KiB"}},
      {"worm4", "wormhole, buffers of 4", {"switch.forwarding=wormhole"}}};
  return all;
}

std::vector<std::string> with_xy_routing(std::vector<std::string> settings) {
  settings.emplace_back("routing.name=grid_dimension_order");
  return settings;
}

std::vector<int> loads_of(const Effort& effort) {
  return effort.quick ? std::vector{10, 30} : std::vector{10, 20, 30, 40, 45};
}

double share(double part, double other) { return 100 * part / (part + other); }

void add_points(Rows& rows, const Switching& one, const std::vector<int>& loads,
                std::span<const KimResult> results) {
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const KimResult& r = results[i];
    const auto add = [&](const char* id, const char* what, const char* unit, double value) {
      rows.add_unprinted(fmt::format("{}.{}.{}", one.id, loads[i], id),
                         fmt::format("{}, load {} %: {}", one.name, loads[i], what), unit, value,
                         keeping_up_note(r));
    };
    add("latency_us", "mean latency", "us", r.latency_us);
    add("packet_nj", "energy per packet, no buffer sleeps", "nJ", r.nanojoules_per_packet(r.nm70));
    add("sleeping_nj", "energy per packet, buffers sleep", "nJ", r.nanojoules_per_packet(r.nm70, true));
  }
}

std::vector<KimPoint> points_of(const Switching& one, const std::vector<int>& loads) {
  std::vector<KimPoint> points;
  for (const int load : loads)
    points.push_back({.of = "base",
                      .load = load / 100.0,
                      .settings = with_xy_routing(one.settings),
                      .network = KimNetwork::mesh});
  return points;
}

/// The paper does not state the number of lanes here; InfiniBand has at least two. `packets` has the runs on
/// one lane with buffers of four.
Problems add_two_lanes(Rows& rows, const std::vector<int>& loads, std::span<const KimResult> packets,
                       const Effort& effort) {
  const Switching two{
      "worm4_2", "wormhole on 2 lanes, buffers of 4", {"switch.forwarding=wormhole", "lanes.count=2"}};
  const auto worms = run_kim(points_of(two, loads), effort);
  if (!worms) return worms.problems();
  add_points(rows, two, loads, *worms);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const KimResult &w = (*worms)[i], &p = packets[i];
    const double all = w.nanojoules_per_packet(w.nm70), sleeping = w.nanojoules_per_packet(w.nm70, true);
    const auto add = [&](const char* id, const char* what, const char* unit, double value) {
      rows.add_unprinted(fmt::format("{}.{}.{}", two.id, loads[i], id),
                         fmt::format("{}, load {} %: {}", two.name, loads[i], what), unit, value,
                         keeping_up_note(w));
    };
    add("over_packets", "energy over that of packets, buffers sleep", "",
        sleeping / p.nanojoules_per_packet(p.nm70, true));
    add("saved", "energy that sleeping saves", "%", 100 - 100 * sleeping / all);
    add("share", "switches' share of links and switches, no buffer sleeps", "%",
        share(w.nm70.switches_j, w.nm70.links_j));
  }
  return {};
}

/// Sleeping buffers: wormhole compared with packet switching up to 40 % of the load, and wormhole's saving as
/// the load grows.
void add_sleeping(Rows& rows, const std::vector<int>& loads, const std::vector<KimResult>& r) {
  double furthest = 1, first = 0, last = 0, above = 0;
  int carried = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const KimResult &packets = r[i], &worms = r[2 * loads.size() + i];
    const double sleeping = worms.nanojoules_per_packet(worms.nm70, true),
                 ratio = sleeping / packets.nanojoules_per_packet(packets.nm70, true);
    if (loads[i] <= 40 && std::abs(ratio - 1) > std::abs(furthest - 1)) furthest = ratio;
    if (!worms.keeps_up) continue;
    last = 100 - 100 * sleeping / worms.nanojoules_per_packet(worms.nm70), carried = loads[i];
    above = packets.nanojoules_per_packet(packets.nm70, true) - sleeping;
    if (i == 0) first = last;
  }
  rows.add_statement("packets_draw_least", above, {.below = 0},
                     fmt::format("at {} % of the load, the highest that worms carry here: below that the "
                                 "paper has both draw almost the same",
                                 carried));
  rows.add_statement("worms_draw_alike", furthest, {.above = 1 - alike_share, .below = 1 + alike_share});
  rows.add_statement(
      "worms_saving_disappears", last, {.below = 100 * alike_share},
      fmt::format(
          "at {} % of the load, the highest that worms carry here; at {} % it is {:.0f} %. A full mesh "
          "leaves a quarter of its buffers empty (kim-calibration: mesh_in_use)",
          carried, loads[0], first));
}

/// The paper limits its sentence to no load. A load that worms do not carry has no latency.
void add_latencies(Rows& rows, const std::vector<int>& loads, const std::vector<KimResult>& r) {
  double most = 0, lowest = 0;
  int at = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const KimResult &packet4 = r[i], &packet8 = r[loads.size() + i], &worms = r[2 * loads.size() + i];
    if (!worms.keeps_up) continue;
    const double more = more_percent(worms.latency_us, std::min(packet4.latency_us, packet8.latency_us));
    if (i == 0) lowest = more;
    if (at == 0 || more > most) most = more, at = loads[i];
  }
  rows.add_statement("wormhole_is_faster", most, {.below = 0},
                     fmt::format("at {} % of the load; at {} % it is {:.0f} %. On one lane worms block each "
                                 "other; on two they are faster at every load (worm4_2)",
                                 at, loads[0], lowest));
}

}  // namespace

Problems reproduce_kim_fig12(Rows& rows, const Effort& effort) {
  const std::vector<int> loads = loads_of(effort);
  std::vector<KimPoint> points;
  for (const Switching& one : switchings())
    for (KimPoint& point : points_of(one, loads)) points.push_back(std::move(point));
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  const std::vector<KimResult>& r = *results;
  const KimResult& packet4 = r[0];
  add_latencies(rows, loads, r);
  const KimResult& middle = r[loads.size() / 2];
  rows.add("switch_share_packets", share(middle.nm70.switches_j, middle.nm70.links_j));
  const KimResult& middle_worms = r[2 * loads.size() + loads.size() / 2];
  rows.add("switch_share_worms", share(middle_worms.nm70.switches_j, middle_worms.nm70.links_j));
  add_sleeping(rows, loads, r);
  rows.add("buffers_saved",
           100 * (packet4.nm70.leakage_j - packet4.nm70.sleeping_j) / packet4.nm70.buffers_j);
  const double asleep = packet4.nm70.sleeping_j / packet4.nm70.leakage_j;
  rows.add_unprinted("leakage_left", "leakage that is left when buffers sleep, lowest load", "%",
                     100 * asleep);
  const std::span<const KimResult> all(r);
  for (std::size_t s = 0; s < switchings().size(); ++s)
    add_points(rows, switchings()[s], loads, all.subspan(s * loads.size(), loads.size()));
  return add_two_lanes(rows, loads, all.first(loads.size()), effort);
}

}  // namespace ebb::inline reproduce
