// What a device file says of the states that its channels can have, and of the changes between them: the
// ladder for a power policy.
#pragma once

#include <optional>
#include <vector>

#include "power/device.hpp"

namespace ebb::inline power {

struct ChannelStates {
  std::vector<BitsPerSecond> rates;  ///< slowest first, off not among them
  std::vector<std::int64_t> lanes;   ///< of each rate; empty when one is not stated
  bool has_off = false;
  /// The longest that the file gives for each kind of change.
  std::optional<Picoseconds> any, relock, lane_change, wake, sleep;
};

/// Where a rate has several rows, the first one counts. Rates above `full` are left out.
ChannelStates channel_states(const Device& device, BitsPerSecond full);

}  // namespace ebb::inline power
