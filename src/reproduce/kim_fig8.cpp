// Kim, Figure 8: the deadline missing time of MPEG-2 video on the irregular network with DVS and DLS, by load
// and virtual lanes.
#include <fmt/core.h>

#include "base/ensure.hpp"
#include "reproduce/kim_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

struct Sides {
  std::vector<int> loads, lanes;
};

Sides sides_of(const Effort& effort) {
  if (effort.quick) return {{40, 80}, {1, 4}};
  return {{40, 50, 60, 70, 80}, {1, 2, 4, 8}};
}

std::vector<std::string> settings_of(int lanes, const Effort& effort) {
  std::vector<std::string> settings{fmt::format("lanes.count={}", lanes),
                                    fmt::format("traffic.workload.levels={}", lanes)};
  if (effort.quick) settings.emplace_back("traffic.workload.scale=40");
  return settings;
}

/// A frame that misses its deadline now and then is not what the paper means.
constexpr double many = 0.01;

}  // namespace

Problems reproduce_kim_fig8(Rows& rows, const Effort& effort) {
  const auto [loads, lanes] = sides_of(effort);
  std::vector<KimPoint> points;
  for (const int lane : lanes)
    for (const int load : loads)
      points.push_back({.of = "both",
                        .load = load / 100.0,
                        .settings = settings_of(lane, effort),
                        .network = KimNetwork::video});
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  const auto at = [&](std::size_t lane, std::size_t load) {
    const auto& deadlines = (*results)[lane * loads.size() + load].deadlines;
    ENSURE(deadlines);
    return *deadlines;
  };
  // The highest load at which nearly all frames are in time, and the next one: it rises between them.
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    int good = 0;
    for (std::size_t i = 0; i < loads.size(); ++i)
      if (at(l, i).missed_share() <= many && (i == 0 || good == loads[i - 1])) good = loads[i];
    rows.add_unprinted(fmt::format("lanes_{}.good_until", lanes[l]),
                       fmt::format("{} lanes: highest load with 99 % of the frames in time", lanes[l]), "%",
                       good);
    if (l + 1 == lanes.size())
      rows.add_statement(
          "rises", good, good >= 50 && good <= 70,
          "the last of these loads at which 99 % of the frames are in time, with the most lanes");
  }
  for (std::size_t l = 0; l < lanes.size(); ++l)
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const DeadlineResult d = at(l, i);
      const std::string what = fmt::format("{} lanes, load {} %", lanes[l], loads[i]);
      rows.add_unprinted(fmt::format("lanes_{}.{}.missing_ms", lanes[l], loads[i]),
                         what + ": deadline missing time", "ms", d.missing_mean_ps / 1e9,
                         d.unfinished > 0 ? "some frames were not sent when the run ended" : "");
      rows.add_unprinted(fmt::format("lanes_{}.{}.missed", lanes[l], loads[i]), what + ": frames that miss",
                         "%", 100 * d.missed_share());
    }
  return {};
}

}  // namespace ebb::inline reproduce
