// Benito's experiment on conditional rules: the dragonfly of Table III (papers/benito-network.toml) under a
// traffic pattern and a load, with one of several routings, and the detours and fairness that its channels
// show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reproduce/ethernet/ethernet_result.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {

/// What packets wait for under adversarial traffic. A routing is steady once that has reached its limit.
enum class Waits {
  nothing,
  cable,    ///< the only one: buffers fill at once
  buffers,  ///< they fill with packets that conditions have not diverted yet
  congestion_notification
};

struct EthernetRouting {
  std::string_view id, name;
  std::vector<std::string> settings;  ///< as for --set
  Waits waits = Waits::nothing;
};

/// MIN, VAL and PB of the paper; conditional rules triggered by pauses; the same with the remedy for the
/// switch that has the cable; and conditional rules triggered by queues and by congestion notification.
const EthernetRouting& ethernet_routing(std::string_view id);

struct RunLength {
  int warm_up_us = 0, time_us = 0;  ///< the whole time includes the warm-up
};

struct EthernetPoint {
  std::string_view routing;
  bool adversarial = false;  ///< all to the next group, else uniform
  double load = 0;
  /// Number of runs with different seeds; the result is their mean. A saturated point runs once: its latency
  /// grows as long as the run lasts, so it has no interval.
  int seeds = 1;
  RunLength length = {};  ///< if 0: as long as necessary

  std::string_view pattern() const { return adversarial ? "adversarial" : "uniform"; }
};

/// More than any routing carries: the accepted load is then the maximum.
inline constexpr double overload = 1;

/// The length that a run needs to be steady and to last 30 times the mean latency, as the verdict requires.
/// With conditions, packets wait for the one minimal cable until the buffers of all inputs around it are
/// full. That takes the time of 15 times 32 KiB on the cable, and the packets queued before them take as long
/// again. A congestion notification is valid for 50 us.
RunLength length_of(const EthernetPoint& point);

/// The results in the order of the points.
Result<std::vector<EthernetResult>> run_points(const std::vector<EthernetPoint>& points,
                                               const Effort& effort);

}  // namespace ebb::inline reproduce
