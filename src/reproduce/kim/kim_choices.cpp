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
  static const std::vector<std::string> adapters{"host.adapter="};
  static const std::vector<std::string> present{
      "control.policy.utilisation=present_rate", "control.policy.low=0.3", "control.policy.high=0.4",
      "control.policy.congested_low=0.6", "control.policy.congested_high=0.7"};
  static const std::vector<std::string> faster{"control.policy.low=0.1", "control.policy.congested_low=0.1"};
  static const std::vector<KimChoice> all{
      {"t_max_50", "t_max 0.5", "dls", "adaptive", 20, {}, {"control.policy.t_max=0.5"}},
      {"t_max_10", "t_max 0.1", "dls", "adaptive", 20, {}, {"control.policy.t_max=0.1"}},
      {"dls_window", "a window of 320 us", "dls", "adaptive", 20, {}, {"control.epoch=320us"}},
      {"dls_settle", "18 us slow after waking", "dls", "adaptive", 20, {}, {"control.policy.settle=18us"}},
      {"dls_adapters", "adapters take no time", "dls", "adaptive", 20, adapters, {}},
      {"dvs_adapters_20", "adapters take no time", "dvs", "base", 20, adapters, {}},
      {"dvs_adapters", "adapters take no time", "dvs", "base", 60, adapters, {}},
      {"dls_graph", "another graph", "dls", "adaptive", 20, {"topology.seed=2"}, {}},
      {"dvs_window", "a window of 320 us", "dvs", "base", 60, {}, {"control.epoch=320us"}},
      {"dvs_present_20", "30 and 40 % of the present rate", "dvs", "base", 20, {}, present},
      {"dvs_present", "30 and 40 % of the present rate", "dvs", "base", 60, {}, present},
      {"dvs_faster_20", "a lower threshold of 0.1", "dvs", "base", 20, {}, faster},
      {"dvs_faster", "a lower threshold of 0.1", "dvs", "base", 60, {}, faster},
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
       "packets of 256 bytes",
       "dvs",
       "base",
       60,
       {"host.packet=256B", "traffic.sizes.size=256B", "switch.input_buffer=1KiB",
        "switch.output_queue=1KiB"},
       {"control.epoch=80us"}}};
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
