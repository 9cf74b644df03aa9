// What a policy requires of whoever evaluates it, and what it offers besides decide(). Drivers, the fit of a
// run and its report go by this alone: nobody asks which policy it is.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "base/units.hpp"
#include "power/policy/latency_bound.hpp"
#include "power/policy/power_limit.hpp"
#include "power/policy/switch_group.hpp"

namespace ebb::inline power {

/// The times over which a policy remembers or waits. A run must be much longer to show its effect.
struct Clocks {
  double epochs = 1;      ///< what it remembers from one evaluation to the next
  Picoseconds longest{};  ///< of times of its own, whatever the epoch

  /// Returns the slowest of them, when the policy is evaluated once in each `epoch`.
  Picoseconds slowest(Picoseconds epoch) const {
    return std::max(Picoseconds{static_cast<std::int64_t>(static_cast<double>(epoch.v) * epochs)}, longest);
  }
};

struct ChannelView;
class RateLevels;

/// What a policy offers that decides faster for many channels at once, such as one that calls an interpreter.
struct BatchedViews {
  virtual ~BatchedViews() = default;
  /// Says whether decide() would be faster after a call of expect().
  virtual bool awaits_views() const = 0;
  /// The channels that are about to be evaluated, with their rate levels. Their views may still change until
  /// decide() is called for each of them, by this thread. This call must not change what decide() returns.
  virtual void expect(std::span<const ChannelView>, std::span<const RateLevels* const>) const = 0;
};

struct Requirements {
  bool queue = false;       ///< it cannot work where the queue length is unknown, as at a real port
  bool downstream = false;  ///< it uses the downstream occupancy; only then is that measured
  /// It first needs the latency at full rate. A run at full rate finds it, and fit() is called again with it.
  bool full_rate_latency = false;
  bool topology = false;  ///< it switches cables off and on in stages, and routes must follow
  bool tables = false;    ///< it chooses the links that have to be on by the forwarding table of their switch
  bool single_channels = false;           ///< each direction of a cable goes off by itself
  const BatchedViews* batches = nullptr;  ///< the policy itself, where it decides faster for many channels
  Clocks clocks{};
  /// The network keeps a delay budget for it, and the result reports whether it was kept. Its numbers are
  /// complete after fit().
  std::optional<LatencyBound> latency_bound{};
  /// The network keeps a power budget for it, and its memory holds a PowerBid.
  std::optional<PowerLimit> power_limit{};
  /// Whole switches sleep, and its SwitchDecider is called for each group of them. Complete after fit().
  std::optional<SwitchWakes> switches{};
};

/// The clock of a weighted mean whose newest value, one each epoch, has this weight.
inline Clocks clock_of_weight(double weight) { return {.epochs = 1 / weight}; }

}  // namespace ebb::inline power
