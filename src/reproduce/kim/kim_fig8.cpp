// Kim, Figure 8: the deadline missing time of MPEG-2 video on the irregular network with DVS and DLS, by load
// and virtual lanes. The paper's statement names no number of lanes, so it is judged with that of the machine
// of all figures, one for data. Also with video beside best-effort traffic, which is the purpose of lanes.
#include <fmt/core.h>

#include "base/ensure.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "reproduce/kim/kim_experiment.hpp"
#include "results/lane_result.hpp"

namespace ebb::inline reproduce {
namespace {

struct Sides {
  std::vector<int> loads, lanes;
  std::vector<int> mixed_loads;  ///< with the same lanes, except one
};

Sides sides_of(const Effort& effort) {
  if (effort.quick) return {{60, 80}, {1, 2, 4, 8}, {80}};
  return {{40, 50, 60, 70, 80, 90}, {1, 2, 4, 8}, {60, 80}};
}

/// A cycle takes three virtual channels of each lane, and InfiniBand has 16 lanes at most: with eight lanes,
/// two are left for each. So video's detours are those of a tree.
constexpr const char* over_a_tree = "routing.detours=tree";

/// The paper does not mean a rare frame that misses its deadline.
constexpr double many = 0.01;

DeadlineResult deadlines_of(const KimResult& result) {
  ENSURE(result.deadlines);
  return *result.deadlines;
}

void add_deadlines(Rows& rows, const std::string& id, const std::string& what, const DeadlineResult& d) {
  rows.add_unprinted(id + ".missing_ms", what + ": deadline missing time", "ms", d.missing_mean_ps / 1e9,
                     d.unfinished > 0 ? "some frames were not sent when the run ended" : "");
  rows.add_unprinted(id + ".missed", what + ": frames that miss", "%", 100 * d.missed_share());
}

/// Returns the highest load up to which nearly all frames meet their deadlines; 0 when there is none.
int good_until(const std::vector<int>& loads, const std::vector<KimResult>& results, std::size_t first) {
  int good = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (deadlines_of(results[first + i]).missed_share() > many) break;
    good = loads[i];
  }
  return good;
}

Result<std::vector<KimResult>> run_video(const Sides& sides, const Effort& effort,
                                         const std::vector<std::string>& more = {}) {
  std::vector<KimPoint> points;
  for (const int lanes : sides.lanes)
    for (const int load : sides.loads) {
      points.push_back({.of = "both",
                        .load = load / 100.0,
                        .settings = {over_a_tree, fmt::format("lanes.count={}", lanes),
                                     fmt::format("traffic.workload.levels={}", lanes)},
                        .network = KimNetwork::video});
      points.back().settings.insert(points.back().settings.end(), more.begin(), more.end());
    }
  return run_kim(points, effort);
}

/// The size of the paper's buffers is not available. Two lanes with twice as much each.
Problems add_buffers(Rows& rows, const Effort& effort) {
  const Sides sides{{60, 70, 80}, {2}, {}};
  const auto results = run_video(sides, effort, {"switch.input_buffer=32KiB", "switch.output_buffer=32KiB"});
  if (!results) return results.problems();
  for (std::size_t i = 0; i < sides.loads.size(); ++i)
    add_deadlines(rows, fmt::format("longer_2.{}", sides.loads[i]),
                  fmt::format("2 lanes with buffers of eight packets, load {} %", sides.loads[i]),
                  deadlines_of((*results)[i]));
  return {};
}

Problems add_video(Rows& rows, const Effort& effort) {
  const Sides sides = sides_of(effort);
  const auto results = run_video(sides, effort);
  if (!results) return results.problems();
  const std::size_t each = sides.loads.size();
  for (std::size_t l = 0; l < sides.lanes.size(); ++l) {
    const int lanes = sides.lanes[l], good = good_until(sides.loads, *results, l * each);
    if (lanes > 1)
      rows.add_unprinted(fmt::format("lanes_{}.good_until", lanes),
                         fmt::format("video, {} lanes: highest load with 99 % of the frames in time", lanes),
                         "%", good);
    else if (effort.quick)
      rows.add_smaller("rises", good, "not judged: a quick run has two loads, and time is scaled by 40");
    else
      rows.add_statement("rises", good,
                         {.also = good >= 60 && good <= 70, .also_what = "60 to 70", .printed = true},
                         "the last of these loads at which 99 % of the frames are in time, on one lane for "
                         "data as in all other figures; with more lanes buffers grow, and it is higher");
  }
  for (std::size_t l = 0; l < sides.lanes.size(); ++l)
    for (std::size_t i = 0; i < each; ++i)
      add_deadlines(rows, fmt::format("lanes_{}.{}", sides.lanes[l], sides.loads[i]),
                    fmt::format("{} lanes, load {} %", sides.lanes[l], sides.loads[i]),
                    deadlines_of((*results)[l * each + i]));
  return {};
}

/// Half of the load is video, half best effort. Each has half of the lanes, and video's have priority.
std::vector<std::string> mixed_settings(int lanes) {
  return {over_a_tree, fmt::format("lanes.count={}", lanes), fmt::format("lanes.high={}", lanes / 2),
          fmt::format("traffic.video.levels={}", lanes / 2)};
}

/// Returns the mean latency of packets in the second half of the lanes.
double rest_latency_us(const std::vector<LaneResult>& lanes) {
  double sum = 0, packets = 0;
  for (std::size_t i = lanes.size() / 2; i < lanes.size(); ++i) {
    const auto count = static_cast<double>(lanes[i].packets);
    sum += lanes[i].packet_mean_ps * count, packets += count;
  }
  return packets > 0 ? sum / packets / 1e6 : 0;
}

Problems add_mixed(Rows& rows, const Effort& effort) {
  const Sides sides = sides_of(effort);
  std::vector<KimPoint> points;
  std::vector<std::pair<int, int>> which;  // lanes and load
  for (const int lanes : sides.lanes)
    for (const int load : sides.mixed_loads) {
      if (lanes == 1) continue;
      which.emplace_back(lanes, load);
      points.push_back({.of = "both",
                        .load = load / 100.0,
                        .settings = mixed_settings(lanes),
                        .network = KimNetwork::mixed});
    }
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < which.size(); ++i) {
    const auto [lanes, load] = which[i];
    const std::string id = fmt::format("mixed_{}.{}", lanes, load),
                      what = fmt::format("half video, half best effort, {} lanes, load {} %", lanes, load);
    add_deadlines(rows, id, what, deadlines_of((*results)[i]));
    rows.add_unprinted(id + ".rest_us", what + ": latency of the best-effort packets", "us",
                       rest_latency_us((*results)[i].lanes));
  }
  return {};
}

}  // namespace

Problems reproduce_kim_fig8(Rows& rows, const Effort& effort) {
  if (Problems problems = add_video(rows, effort); !problems.empty()) return problems;
  if (!effort.quick)
    if (Problems problems = add_buffers(rows, effort); !problems.empty()) return problems;
  return add_mixed(rows, effort);
}

}  // namespace ebb::inline reproduce
