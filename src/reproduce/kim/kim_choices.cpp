// Variants of what Kim's paper leaves open: thresholds, windows, graphs, packets, switching.
#include <fmt/core.h>

#include "base/problem.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

/// A variant of a choice that the paper leaves open.
struct KimChoice {
  std::string_view id, what, of, than;  ///< ids of the case and of the one that it is compared with
  int load;
  std::vector<std::string> settings, of_policy;  ///< for both runs, and for the policy of the case only
};

const std::vector<KimChoice>& kim_choices() {
  static const std::vector<std::string> worms{"switch.forwarding=wormhole", "routing.name=alternate_paths",
                                              "routing.select=least_used"};
  static const std::vector<std::string> shortest_queue{"routing.select=shortest_queue"};
  static const std::vector<std::string> slower{"control.policy.low=0.5", "control.policy.high=0.6"},
      faster{"control.policy.low=0.2", "control.policy.high=0.3"};
  static const std::vector<KimChoice> all{
      {"t_max_10", "t_max 0.1", "dls", "adaptive", 20, {}, {"control.policy.t_max=0.1"}},
      {"t_max_30", "t_max 0.3", "dls", "adaptive", 20, {}, {"control.policy.t_max=0.3"}},
      {"dls_window", "a window of 100 us", "dls", "adaptive", 20, {}, {"control.epoch=100us"}},
      {"dls_graph", "another graph", "dls", "adaptive", 20, {"topology.seed=2"}, {}},
      {"dvs_window", "a window of 100 us", "dvs", "base", 60, {}, {"control.epoch=100us"}},
      {"dvs_slower_20", "thresholds 0.5 and 0.6", "dvs", "base", 20, {}, slower},
      {"dvs_slower", "thresholds 0.5 and 0.6", "dvs", "base", 60, {}, slower},
      {"dvs_faster_20", "thresholds 0.2 and 0.3", "dvs", "base", 20, {}, faster},
      {"dvs_faster", "thresholds 0.2 and 0.3", "dvs", "base", 60, {}, faster},
      {"dvs_congested", "congested from 0.25 on", "dvs", "base", 60, {}, {"control.policy.congested=0.25"}},
      {"t_low_2", "t_low 0.02", "dls", "adaptive", 60, {}, {"control.policy.t_low=0.02"}},
      {"t_low_20", "t_low 0.2", "dls", "adaptive", 60, {}, {"control.policy.t_low=0.2"}},
      {"dvs_graph", "another graph", "dvs", "base", 60, {"topology.seed=2"}, {}},
      {"dvs_worms", "wormhole on alternate paths", "dvs", "base", 60, worms, {}},
      {"dvs_worms_20", "wormhole on alternate paths", "dvs", "base", 20, worms, {}},
      {"dvs_paths",
       "alternate paths",
       "dvs",
       "base",
       60,
       {"routing.name=alternate_paths", "routing.select=least_used"},
       {}},
      {"dls_queue", "the shortest queue instead of LFU", "dls", "adaptive", 20, shortest_queue, {}},
      {"dls_queue_60", "the shortest queue instead of LFU", "dls", "adaptive", 60, shortest_queue, {}},
      {"dvs_queue", "the shortest queue instead of LFU", "dvs_adaptive", "adaptive", 60, shortest_queue, {}},
      {"both_queue", "the shortest queue instead of LFU", "both", "adaptive", 20, shortest_queue, {}},
      {"dvs_packets",
       "packets of 1 KiB",
       "dvs",
       "base",
       60,
       {"host.packet=1KiB", "traffic.sizes.size=1KiB", "switch.input_buffer=4KiB",
        "switch.output_queue=4KiB"},
       {}}};
  return all;
}

}  // namespace

Problems add_kim_choices(Rows& rows, const Effort& effort) {
  std::vector<KimPoint> points;
  for (const KimChoice& c : kim_choices()) {
    std::vector<std::string> with = c.settings;
    with.insert(with.end(), c.of_policy.begin(), c.of_policy.end());
    points.push_back({.of = c.of, .load = c.load / 100.0, .settings = with});
    points.push_back({.of = c.than, .load = c.load / 100.0, .settings = c.settings});
  }
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < kim_choices().size(); ++i) {
    const KimChoice& c = kim_choices()[i];
    const KimResult &with = (*results)[2 * i], &without = (*results)[2 * i + 1];
    const std::string what = fmt::format("{}, load {} %, {}", kim_case(c.of).name, c.load, c.what);
    rows.add_unprinted(fmt::format("choice.{}.latency", c.id), what + ": latency above that without", "%",
                       more_percent(with.latency_us, without.latency_us),
                       keeping_up_note(with.keeps_up ? without : with));
    rows.add_unprinted(fmt::format("choice.{}.saved", c.id), what + ": energy saved", "%",
                       saved_percent(with, without, &KimResult::nm180));
  }
  return {};
}

}  // namespace ebb::inline reproduce
