// What a policy sees of a channel, and what it returns. docs/howto/plugins.md lists every field for authors
// of policies; keep both in step.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "base/units.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/next_hops.hpp"
#include "power/policy/power_bid.hpp"

namespace ebb::inline power {

/// What a policy stores for one channel between two evaluations. Only the policy knows the meaning of the
/// fields.
struct ChannelMemory {
  double level = 0, trend = 0;
  std::uint64_t bits = 0;
};

/// Why a channel is evaluated: its time is over, its queue has grown to the length that the policy set, or,
/// while it is off, so many bytes were diverted.
enum class Cause : std::uint8_t { time, queue, diverted };
constexpr auto names_of(Cause) { return std::array<std::string_view, 3>{"time", "queue", "diverted"}; }

struct ChannelView {
  BitsPerSecond rate;           ///< now; 0 when it is off
  double utilisation = 0;       ///< busy share of the time since the last evaluation in which it could send
  Picoseconds since{};          ///< time since the last evaluation, transition time included
  Picoseconds in_transition{};  ///< the transition time in it
  Bytes sent{};                 ///< since the last evaluation
  std::optional<Bytes> queued;  ///< waiting for the wire or on it; absent: the driver does not know
  Picoseconds idle_for{};       ///< since the wire was last busy
  /// With Requirements::downstream: the mean downstream occupancy since the last evaluation, as a share of
  /// the buffer. Absent where it is unknown.
  std::optional<double> downstream;
  std::int64_t packets = 0;      ///< with a latency bound: sent since the last evaluation
  double delay_budget_left = 0;  ///< with a latency bound: share of the delay budget; negative: exceeded
  Cause cause = Cause::time;
  // With Requirements::topology:
  Bytes diverted{};        ///< would have taken it since the last evaluation, had it been a route
  double detour_load = 0;  ///< share of full rate on the cable that packets would take instead
  int stage = 0;           ///< 0: it never goes off; others come on in this order
  bool stage_before_up = true, stage_after_up = false;  ///< whether nearby cables of those stages are on
  bool switch_sleeps = false;  ///< with Requirements::switches: the switch at one end is to sleep
  // With Requirements::tables:
  const SwitchLinks* links = nullptr;  ///< of its switch; null: it never goes off. Valid inside decide() only
  std::uint16_t port = 0;              ///< its own among those of `links`
  const PowerGrant* power = nullptr;   ///< with Requirements::power_limit; valid inside decide() only
  ChannelMemory memory;

  /// Returns the bytes that are known to be queued.
  Bytes waiting() const { return queued.value_or(Bytes{0}); }
  /// Returns the share of the full rate that was sent since the last evaluation.
  double load(BitsPerSecond full) const {
    const double capacity = static_cast<double>(since.v) * static_cast<double>(full.v) / 8e12;
    return capacity > 0 ? static_cast<double>(sent.v) / capacity : 0;
  }
};

struct Decision {
  static constexpr Picoseconds epoch{0};  ///< evaluate again after the usual time
  static constexpr Picoseconds never{std::numeric_limits<std::int64_t>::max()};
  static constexpr Bytes no_queue{std::numeric_limits<std::int64_t>::max()};

  BitsPerSecond want;    ///< one of the rate levels; anything else stops the run
  std::string_view why;  ///< a sentence for people; a constant, because it is kept
  Picoseconds evaluate_after = epoch;
  Bytes evaluate_at = no_queue;  ///< and before that, when so much is queued
  ChannelMemory memory{};
  Bytes evaluate_at_diverted = no_queue;  ///< and before that, when so much was diverted
};

}  // namespace ebb::inline power
