// Benito's experiment on conditional rules: the dragonfly of Table III (papers/benito-network.toml) under a
// traffic pattern and a load, with one of several routings, and what the channels tell about detours and
// fairness.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reproduce/ethernet_result.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {

struct EthernetRouting {
  std::string_view id, name;
  std::vector<std::string> settings;  ///< as after --set
};

/// MIN, VAL and PB of the paper; conditional rules triggered by pauses; the same with the remedy for the
/// switch that owns the cable; and conditional rules triggered by queues and by congestion notices.
const EthernetRouting& ethernet_routing(std::string_view id);

/// At small loads the buffers around a cable that is too narrow take most of the warm-up to fill; the
/// smaller the groups, the longer.
struct RunLength {
  int warm_up_us = 0, time_us = 0;  ///< the whole time includes the warm-up
};
constexpr RunLength long_enough(const Effort& effort) {
  return effort.quick ? RunLength{100, 160} : RunLength{60, 100};
}

struct EthernetPoint {
  std::string_view routing;
  bool adversarial = false;  ///< to the next group, else uniform
  double load = 0;
  RunLength length = {};
  /// Runs with other traffic, of which the result is the mean. A point that saturates is run once: its
  /// latency grows as long as the run lasts, and no interval belongs to it.
  int seeds = 1;

  std::string_view pattern() const { return adversarial ? "adversarial" : "uniform"; }
};

/// The results in the order of the points.
Result<std::vector<EthernetResult>> run_points(const std::vector<EthernetPoint>& points,
                                               const Effort& effort);

}  // namespace ebb::inline reproduce
