// What a device file says of the states that its channels can have, and of the changes between them: the
// ladder for a power policy.
#pragma once

#include <optional>
#include <vector>

#include "power/device/device.hpp"

namespace ebb::inline power {

struct ChannelStates {
  std::vector<BitsPerSecond> rates;  ///< slowest first, off not among them
  std::vector<std::int64_t> lanes;   ///< of each rate; empty when one is not stated
  bool has_off = false;
  /// The longest that the file gives for each kind of change.
  std::optional<Picoseconds> any, relock, lane_change, wake, sleep;
  std::vector<double> volts;   ///< of each rate; empty when one is not stated
  std::optional<double> slew;  ///< V/us of the supply, before a change of the rate

  /// Returns how long a change between two rates takes where the supply has to move first; both must be
  /// known.
  Picoseconds change(std::size_t from, std::size_t to) const;
};

/// Where a rate has several rows, the first one counts. Rates above `full` are left out.
ChannelStates channel_states(const Device& device, BitsPerSecond full);

}  // namespace ebb::inline power
