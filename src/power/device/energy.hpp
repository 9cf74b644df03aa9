// From time in state to energy. What channels did is exact and knows no watts; what they draw in each state
// comes from a table; the two meet here, so one run can be read under any table.
#pragma once

#include <optional>
#include <vector>

#include "base/medium.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"

namespace ebb::inline power {

/// What some channels did together.
struct ChannelUse {
  std::vector<Picoseconds> time_in;  ///< each state of the ladder, then the changes by their faster state
  double bits = 0, packets = 0;      ///< that passed
};

/// What one channel draws in each state of the ladder; nothing where that is not known. A channel stands for
/// one port with its transceiver: a cable has two of both.
struct ChannelPower {
  std::vector<std::optional<Watts>> in;
  Joules per_bit, per_packet;
};

/// Returns a power in proportion to the rate, with `full` at the fastest.
ChannelPower proportional_power(Watts full, const RateLevels& states);

/// Returns what the device's ports draw on such a cable. Energies per bit and packet are those of the full
/// rate.
ChannelPower device_power(const Device& device, Medium medium, const RateLevels& states);

/// Returns the energy of this use, or nothing when time was spent in a state whose power is not known. A
/// change is charged as the faster of its two states.
std::optional<Joules> energy_of(const ChannelUse& use, const ChannelPower& power);

/// Returns the energy if the same channels had carried the same at full rate all the time.
std::optional<Joules> always_full(const ChannelUse& use, const ChannelPower& power);

/// Returns the energy if they had drawn full power while bits pass at full rate, and none otherwise.
std::optional<Joules> for_bits_alone(const ChannelUse& use, const ChannelPower& power, BitsPerSecond full);

}  // namespace ebb::inline power
