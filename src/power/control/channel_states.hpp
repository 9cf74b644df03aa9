// The rate levels of a device's channels and the times of the changes between them, as the device file states
// them.
#pragma once

#include <optional>
#include <vector>

#include "base/units.hpp"
#include "power/device/device.hpp"

namespace ebb::inline power {

struct ChannelStates {
  std::vector<BitsPerSecond> rates;  ///< slowest first; off is not among them
  std::vector<std::int64_t> lanes;   ///< of each rate; empty when one is not stated
  bool has_off = false;
  /// The longest time that the file states for each kind of change.
  std::optional<Picoseconds> any, relock, lane_change, wake, sleep;
  std::vector<double> volts;   ///< of each rate; empty when one is not stated
  std::optional<double> slew;  ///< V/us of the supply, before a change of the rate

  /// Returns how long a change between two rates takes where the supply voltage has to change first. Both
  /// voltages must be known.
  Picoseconds change(std::size_t from, std::size_t to) const;
};

/// Where a rate has several rows, the first one counts. Rates above `full` are ignored.
ChannelStates channel_states(const Device& device, BitsPerSecond full);

}  // namespace ebb::inline power
