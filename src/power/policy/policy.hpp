// Power policies are pure. An evaluation takes what a channel has done and the policy's memory of it. It
// returns the rate the channel should have, the reason, the new memory, and the time of the next evaluation.
// A policy knows no simulator and no switch and holds no state, so the same object drives every simulated
// channel and every real port.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/latency_bound.hpp"
#include "power/policy/link_ways.hpp"

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
constexpr auto names_of(Cause) { return std::array<std::string_view, 3>{"time", "queue", "missed"}; }

struct ChannelView {
  BitsPerSecond rate;           ///< now; 0 when it is off
  double utilisation = 0;       ///< busy share of the time since the last evaluation in which it could send
  Picoseconds since{};          ///< length of that time, transition time included
  Picoseconds in_transition{};  ///< the transition time in it
  Bytes sent{};                 ///< since the last evaluation
  std::optional<Bytes> queued;  ///< waiting for the wire or on it; absent: the driver does not know
  Picoseconds idle_for{};       ///< since the wire was last busy
  /// For a policy that uses it: the mean downstream occupancy since the last evaluation, as a share of the
  /// buffer. Absent where it is unknown.
  std::optional<double> downstream;
  std::int64_t packets = 0;      ///< with a latency bound: sent since the last evaluation
  double delay_budget_left = 0;  ///< with a latency bound: share of the delay budget; negative: exceeded
  Cause cause = Cause::time;
  // Where cables can leave the routes, for a topology that changes:
  Bytes diverted{};        ///< would have taken it since the last evaluation, had it been a route
  double detour_load = 0;  ///< share of full rate on the cable that packets would take instead
  int stage = 0;           ///< 0: it never goes off; others come on in this order
  bool stage_before_up = true, stage_after_up = false;  ///< whether nearby cables of those stages are on
  LinkNeed need = LinkNeed::none;  ///< why it has to be on, for a policy that uses forwarding tables
  ChannelMemory memory;

  /// Returns the bytes that are known to be queued.
  Bytes waiting() const { return queued.value_or(Bytes{0}); }
  /// Returns the share of the full rate that was sent since the last evaluation.
  double load(BitsPerSecond full) const {
    const double room = static_cast<double>(since.v) * static_cast<double>(full.v) / 8e12;
    return room > 0 ? static_cast<double>(sent.v) / room : 0;
  }
};

struct Decision {
  static constexpr Picoseconds epoch{0};  ///< evaluate again after the usual time
  static constexpr Picoseconds never{std::numeric_limits<std::int64_t>::max()};
  static constexpr Bytes no_queue{std::numeric_limits<std::int64_t>::max()};

  BitsPerSecond want;
  std::string_view why;
  Picoseconds evaluate_after = epoch;
  Bytes evaluate_at = no_queue;  ///< and before that, when so much is queued
  ChannelMemory memory{};
  Bytes evaluate_at_diverted = no_queue;  ///< and before that, when so much was diverted
};

/// Where a policy will work. It is set once, before the first evaluation.
struct PolicyContext {
  std::int64_t path_channels = 0;  ///< on the longest shortest path between two hosts; 0: unknown
  Picoseconds epoch{};             ///< usual time between two evaluations
  Bytes output_queue{};            ///< most that can wait at a switch for a channel; 0: unknown
  Picoseconds longest_change{};    ///< transition time of the slowest change to full rate
  Bytes packet{};                  ///< the largest, with its header; 0: unknown
};

/// The latency of packets, their time at the source included, while all channels are at full rate.
struct FullRateLatency {
  Picoseconds mean{}, p99{};
  Picoseconds waiting{};  ///< of the mean: for credits and buffer space
};

struct Policy {
  virtual ~Policy() = default;
  /// Returns what is wrong with the parameters; `where` of a problem is the field's name.
  virtual Problems check() const = 0;
  /// Takes what it needs to know of the channels that it will be evaluated for, and returns what does not fit
  /// them. Afterwards the policy does not change any more.
  virtual Problems fit(const RateLevels&, const PolicyContext&) { return {}; }
  virtual Decision decide(const ChannelView& channel, const RateLevels& rates) const = 0;
  /// Says whether it cannot work where the queue length is unknown, as at a port of a real switch.
  virtual bool needs_queue() const { return false; }
  /// Says whether it uses the downstream occupancy of a channel. Only then is that measured, from the credits
  /// that the source lacks.
  virtual bool sees_downstream() const { return false; }
  /// Returns the longest time over which it remembers or waits, when it is evaluated once in each `epoch`. A
  /// run must be much longer to show its effect.
  virtual Picoseconds slowest_clock(Picoseconds epoch) const { return epoch; }
  /// Says whether it first needs the latency at full rate.
  virtual bool needs_full_rate() const { return false; }
  virtual Problems learn_full_rate(const FullRateLatency&) { return {}; }
  /// Returns the latency bound, for which the network keeps a delay budget; null: there is none.
  virtual const LatencyBound* latency_bound() const { return nullptr; }
  /// Says whether it switches cables off and on as parts of a topology, in stages, so that routes must
  /// follow.
  virtual bool changes_topology() const { return false; }
  /// Says whether it chooses the links of a switch that have to be on by the switch's forwarding table. Then
  /// link_needs() returns the reason for each port, from what is known at that switch alone.
  virtual bool goes_by_table() const { return false; }
  virtual std::vector<LinkNeed> link_needs(const SwitchLinks&) const { return {}; }
};

/// Returns the time over which a weighted mean remembers, when the newest of its values, one each epoch, has
/// this weight.
inline Picoseconds over_weight(Picoseconds epoch, double weight) {
  return {static_cast<std::int64_t>(static_cast<double>(epoch.v) / weight)};
}

/// Adds a problem when a share is not between 0 and 1.
void require_share(Problems& problems, std::string_view name, double share);
/// Adds a problem when the weight of the newest observation is not above 0 and at most 1.
void require_weight(Problems& problems, std::string_view name, double weight);
void require_positive(Problems& problems, std::string_view name, Picoseconds time, std::string_view example);

}  // namespace ebb::inline power
