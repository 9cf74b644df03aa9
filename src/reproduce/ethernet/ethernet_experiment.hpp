// Benito's experiment on conditional rules: the dragonfly of Table III (papers/benito-network.toml) under a
// traffic pattern and a load, with one of several routings, and what the channels tell about detours and
// fairness.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reproduce/ethernet/ethernet_result.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {

/// What packets wait for under adversarial traffic: a routing behaves as it does for ever after when that has
/// gone as far as it goes.
enum class Waits {
  nothing,
  cable,    ///< the only one there is: buffers fill at once
  buffers,  ///< that fill with what conditions have not yet sent elsewhere
  congestion_notification
};

struct EthernetRouting {
  std::string_view id, name;
  std::vector<std::string> settings;  ///< as after --set
  Waits waits = Waits::nothing;
};

/// MIN, VAL and PB of the paper; conditional rules triggered by pauses; the same with the remedy for the
/// switch that owns the cable; and conditional rules triggered by queues and by congestion notices.
const EthernetRouting& ethernet_routing(std::string_view id);

struct RunLength {
  int warm_up_us = 0, time_us = 0;  ///< the whole time includes the warm-up
};

struct EthernetPoint {
  std::string_view routing;
  bool adversarial = false;  ///< to the next group, else uniform
  double load = 0;
  /// Runs with other traffic, of which the result is the mean. A point that saturates is run once: its
  /// latency grows as long as the run lasts, and no interval belongs to it.
  int seeds = 1;
  RunLength length = {};  ///< of 0: as long as it has to be

  std::string_view pattern() const { return adversarial ? "adversarial" : "uniform"; }
};

/// More than any routing carries: what is accepted then is all that it can.
inline constexpr double overload = 1;

/// How long a run has to be to be steady and to last 30 times the mean latency, as a verdict asks for.
/// Conditions make packets wait before the one cable that leads straight, until the buffers of all inputs
/// around it are full; that takes as long as 15 times 32 KiB take through it, and what stands before them as
/// long again. A notice is believed for 50 us.
RunLength length_of(const EthernetPoint& point);

/// The results in the order of the points.
Result<std::vector<EthernetResult>> run_points(const std::vector<EthernetPoint>& points,
                                               const Effort& effort);

}  // namespace ebb::inline reproduce
