// The traffic of a run's virtual lanes, and the messages that missed their deadline.
#pragma once

#include <cstdint>

#include "base/units.hpp"

namespace ebb::inline results {

/// One virtual lane, over the whole run: delivered packets.
struct LaneResult {
  std::uint64_t packets = 0, bytes = 0;  ///< bytes on the wire
  double network_mean_ps = 0;            ///< latency from a packet's injection
  double packet_mean_ps = 0;             ///< from the moment its message was offered
};

/// Messages with a deadline, over the whole run.
struct DeadlineResult {
  Picoseconds allowed{};
  std::uint64_t in_time = 0;
  std::uint64_t late = 0;        ///< completed after their deadline
  std::uint64_t unfinished = 0;  ///< past their deadline when the run ended, and not completed
  /// Of those that missed it: from the deadline until they were completed, or until the run ended.
  double missing_mean_ps = 0;
  Picoseconds missing_most{};

  std::uint64_t missed() const { return late + unfinished; }
  /// Returns the fraction of the messages that missed their deadline, of all whose outcome is known.
  double missed_share() const {
    const std::uint64_t all = in_time + missed();
    return all == 0 ? 0 : static_cast<double>(missed()) / static_cast<double>(all);
  }
};

}  // namespace ebb::inline results
