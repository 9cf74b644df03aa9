// The contract of a power policy: a name, check(), fit(), decide() and its requirements. Two of these bring a
// function of their own: `switches` decide_switches(), `batches` expect(). Nothing else is known of a policy,
// so one of a plugin has everything that a built-in one has.
#pragma once

#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/channel_view.hpp"
#include "power/policy/requirements.hpp"

namespace ebb::inline power {

/// The latency of packets, their time at the source included, while all channels are at full rate.
struct FullRateLatency {
  Picoseconds mean{}, p99{};
  Picoseconds waiting{};  ///< of the mean: for credits and buffer space
};

/// Where a policy will work.
struct PolicyContext {
  std::int64_t path_channels = 0;              ///< on the longest shortest path between two hosts; 0: unknown
  Picoseconds epoch{};                         ///< usual time between two evaluations
  Bytes output_queue{};                        ///< most that can wait at a switch for a channel; 0: unknown
  Picoseconds longest_change{};                ///< transition time of the slowest change to full rate
  Bytes packet{};                              ///< the largest, with its header; 0: unknown
  std::optional<FullRateLatency> full_rate{};  ///< absent: not measured yet, or not required
};

/// Decides the rate level of one channel from what was observed of it.
///
/// It knows no simulator and no switch, so the same object drives every simulated channel and every real
/// port. decide() is pure: it holds no state between calls (ChannelMemory does) and may be called from any
/// thread. The caller owns all arguments.
struct Policy {
  virtual ~Policy() = default;
  /// Returns what is wrong with the parameters; `where` of a problem is the field's name.
  virtual Problems check() const = 0;
  /// Takes what it needs to know of the channels that it will be evaluated for, and returns what does not fit
  /// them. It is called before the first evaluation, and once more with `full_rate` where it requires that.
  virtual Problems fit(const RateLevels&, const PolicyContext&) { return {}; }
  /// Returns the rate level that the channel should have, and when to look again. `want` must be one of
  /// `rates`: anything else stops the run with the policy's name.
  virtual Decision decide(const ChannelView& channel, const RateLevels& rates) const = 0;
  /// Returns what it requires with these parameters, and what else it offers. Valid after check().
  virtual Requirements requirements() const { return {}; }

  /// Returns the name that a file calls it by. The catalogue sets it.
  std::string_view name() const { return name_; }
  void set_name(std::string_view name) { name_ = name; }

 private:
  std::string_view name_ = "without a name";
};

/// Adds a problem when a share is not between 0 and 1.
void require_share(Problems& problems, std::string_view name, double share);
/// Adds a problem when the weight of the newest observation is not above 0 and at most 1.
void require_weight(Problems& problems, std::string_view name, double weight);
/// Adds a problem when channels have no off state, for a policy that switches links off.
void require_off_state(Problems& problems, const RateLevels& rates);
void require_positive(Problems& problems, std::string_view name, Picoseconds time, std::string_view example);

}  // namespace ebb::inline power
