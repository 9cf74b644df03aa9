// From time in state to energy. The time of channels in each state is exact and has no watts. The power of
// each state comes from a table. Energy is computed here, so one run can be evaluated with any table.
#pragma once

#include <optional>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"

namespace ebb::inline power {

/// The activity of some channels together.
struct ChannelUse {
  std::vector<Picoseconds> time_in;  ///< each state, then the changes by their faster state
  double bits = 0, packets = 0;      ///< that passed
};

/// The power of one channel in each state; absent where it is unknown. A channel stands for one port with its
/// transceiver: a cable has two of both.
struct ChannelPower {
  std::vector<std::optional<Watts>> in;
  Joules per_bit, per_packet;
};

/// Returns a power in proportion to the rate, with `full` at the fastest.
ChannelPower proportional_power(Watts full, const RateLevels& states);

/// Returns the power of the device's ports on such a cable. Energies per bit and packet are those of the full
/// rate.
ChannelPower device_power(const Device& device, Medium medium, const RateLevels& states);

/// Returns the energy of this use; absent when time was spent in a state of unknown power. A change is
/// charged as the faster of its two states.
std::optional<Joules> energy_of(const ChannelUse& use, const ChannelPower& power);

/// Returns the energy if the same channels had carried the same traffic at full rate all the time.
std::optional<Joules> always_full(const ChannelUse& use, const ChannelPower& power);

/// Returns the energy with full power while bits pass at full rate, and no power otherwise.
std::optional<Joules> for_bits_alone(const ChannelUse& use, const ChannelPower& power, BitsPerSecond full);

}  // namespace ebb::inline power
