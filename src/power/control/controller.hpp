// The controller of channels. It turns what a driver has observed of a channel into the policy's view,
// evaluates the policy, and makes both ends of a cable agree on a level. It knows no simulator and no switch.
// A driver (a simulated switch, or an agent beside a real one) keeps a ChannelControl for each of its
// channels, passes its observations to the controller, and carries out the results.
//
// A change of rate goes through these steps:
//   evaluate   the policy sees the channel and requests a rate level;
//   propagate  where channels are paired, or a cable can be off, the request is sent to the other end;
//   agree      the requests of both ends give the level that the channel should have;
//   drain      the change waits until what is queued has left, if the settings say so;
//   change     the packet on the wire finishes, then the channel is in transition;
//   apply      a request that came during the change is applied when the change is over.
// Off is the lowest rate level, where there is one. Waking up is a change like any other.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "base/units.hpp"
#include "power/control/control_settings.hpp"
#include "power/control/policy_fault.hpp"
#include "power/control/state_meter.hpp"
#include "power/policy/oscillation.hpp"

namespace ebb::inline power {

/// What the driver knows of a channel's stage, where cables can leave the routes.
struct StageView {
  Bytes diverted{};        ///< would have taken this channel since the last evaluation
  double detour_load = 0;  ///< share of full rate on the cable that packets would take instead
  int stage = 0;           ///< 0: it never goes off
  bool before_up = true, after_up = false;
  bool switch_sleeps = false;  ///< where whole switches sleep: the one at its other end or its own is to
  /// For a policy that uses forwarding tables: the links of its switch; absent where it never goes off.
  std::optional<SwitchLinks> links{};
  std::uint16_t port = 0;  ///< its own among them
};

/// The buffer at the other end of a channel, as its source knows it. The unit is the driver's: bytes, or
/// flits.
struct DownstreamOccupancy {
  std::int64_t size = 0;     ///< of all virtual channels; 0: there is no buffer
  std::uint64_t filled = 0;  ///< occupancy times picoseconds, the sum since the start, modulo 2^64
};

/// What the driver of a channel has observed of it up to now. What the driver cannot know is absent.
struct Observation {
  Picoseconds now{};
  const RateLevels* levels = nullptr;    ///< its own, where its full rate is not that of the settings
  Bytes passed{};                        ///< since the start; every port counts them
  std::optional<Picoseconds> busy;       ///< of its wire, since the start
  std::optional<Picoseconds> last_busy;  ///< when the wire was last busy
  std::optional<Bytes> queued;           ///< waiting for the wire or on it
  std::optional<DownstreamOccupancy> downstream;  ///< for a policy that looks there
  std::optional<std::int64_t> packets;            ///< with a latency bound: sent since the last evaluation
  std::optional<double> delay_budget_left;        ///< with a latency bound: share of the delay budget
  std::optional<StageView> stage;                 ///< where cables can leave the routes
  std::optional<PowerGrant> power{};              ///< with a power limit; the controller sets `in_force`
};

/// The control state of one channel, and what was known of it at its last evaluation. A simulation has many
/// of them and prefetches them. Each takes exactly three cache lines.
struct alignas(64) ChannelControl {
  static constexpr std::int64_t never = INT64_MAX;

  StateMeter meter;
  std::uint8_t level = 0;            ///< its rate level, or the one it is changing to
  std::uint8_t requested = 0;        ///< by its policy, at the last evaluation
  std::uint8_t own = 0, other = 0;   ///< requested levels that both ends know of
  bool settling = false;             ///< a request will be applied when the change under way is over
  bool closing = false;              ///< it goes off as soon as it is empty
  std::int64_t request_at = 0;       ///< when the last request reaches both ends
  std::int64_t next_evaluation = 0;  ///< never: only the queue can cause one
  std::int64_t drain_by = 0;         ///< when a change stops waiting for the queue; 0: none waits
  std::int64_t avoid_until = 0;      ///< until then a routing takes any other legal port first
  std::int64_t last_busy = 0;        ///< for the driver: end of the last packet before the last change
  std::int64_t diverted = 0;         ///< bytes that would have taken this channel, had it been open
  std::int64_t evaluate_at_diverted = never;  ///< diverted bytes that cause an evaluation
  // At the last evaluation:
  std::int64_t evaluated_at = 0, busy = 0, bytes = 0, in_transition = 0;
  std::uint64_t filled = 0;  ///< downstream occupancy, as in DownstreamOccupancy
  double load = 0;           ///< share of full rate that it carried before
  ChannelMemory memory;
  Oscillation oscillation;

  /// Says whether routings may choose it: it is on, and it does not request to be off.
  bool is_route() const { return !closing && requested && own && level; }
};

/// The result of an evaluation, for the driver.
struct Evaluation {
  ChannelView view;
  Decision decision{};  ///< the policy's, with the times of the next evaluation corrected where it goes off
  std::size_t requested = 0;  ///< the level to request
  std::size_t before = 0;
  std::string_view refused{};  ///< why the controller refuses that it goes off; else empty
  bool closes = false;         ///< from now on it goes off as soon as it is empty

  /// Returns the reason for the requested level: the policy's, or the controller's own.
  std::string_view why() const { return refused.empty() ? decision.why : refused; }
  /// Says whether the evaluation changes anything.
  bool changes() const { return requested != before || closes; }
};

/// Where a request has to go. With neither, the same request was sent before.
struct LevelRequest {
  bool applies = false;                   ///< it concerns no other end: apply it at once
  std::optional<Picoseconds> arrives_at;  ///< both ends receive it at this time
};

/// What the driver has to do after a comparison of both ends' requests.
struct LevelChange {
  enum class What : std::uint8_t { keeps, waits, under_way, changes };
  What what = What::keeps;
  Picoseconds at{};  ///< waits: apply again then; changes: the channel is in transition until then
  std::size_t from = 0, to = 0;
};

class Controller {
 public:
  /// A channel that cannot change yet is looked at again after `soon`: earlier, nothing new can be known. The
  /// settings must outlive the controller.
  Controller(const ControlSettings& settings, Picoseconds soon) : settings_(settings), soon_(soon) {}

  const ControlSettings& settings() const { return settings_; }

  /// Returns the first rate that the policy requested although it is no level. Its driver then stops; until
  /// then the channel keeps its level. Any thread may call it.
  std::optional<BadRate> bad_rate() const { return fault_.first(); }

  /// Returns the state of a channel at time 0.
  ChannelControl fresh() const {
    ChannelControl c;
    c.level = c.requested = c.own = c.other = static_cast<std::uint8_t>(settings_.first_level);
    return c;
  }

  /// Returns the view that an evaluation would have now. It changes nothing.
  ChannelView preview(const ChannelControl& channel, const Observation& seen, Cause cause) const {
    ChannelControl c = channel;
    return look(c, seen, cause);
  }
  const RateLevels& levels_of(const Observation& seen) const {
    return seen.levels ? *seen.levels : settings_.levels;
  }

  /// Evaluates the policy for the channel. is_empty() says whether no packet would be stranded if the channel
  /// went off now. It is called only when that matters.
  template <class IsEmpty>
  Evaluation evaluate(ChannelControl& c, const Observation& seen, Cause cause, IsEmpty&& is_empty) const {
    Evaluation evaluation = decide(c, seen, cause);
    if (settings_.levels.has_off()) {
      const bool was_closing = std::exchange(c.closing, false);
      if (evaluation.requested == 0) {
        const bool may = !seen.stage || seen.stage->stage > 0;
        evaluation.requested = towards_off(c, evaluation, may, may && c.requested != 0 && !is_empty());
        evaluation.closes = c.closing && !was_closing;
      }
    }
    if (cause == Cause::time) c.oscillation.count(evaluation.before, evaluation.requested);
    remember(c, seen, evaluation);
    return evaluation;
  }

  /// Stores the level that an evaluation requested, and returns where the request has to go. Call it directly
  /// after the evaluation. The other end cannot receive it before `earliest`.
  LevelRequest propagate(ChannelControl& c, std::size_t requested, Picoseconds earliest) const;

  /// Both ends receive a request at the same time. The channel applies it once all requests of that time are
  /// known.
  static void receive(ChannelControl& c, bool of_other_end, std::size_t requested) {
    (of_other_end ? c.other : c.own) = static_cast<std::uint8_t>(requested);
  }

  /// Returns the agreed level of both ends' requests. A cable is off in both directions or in none, because
  /// the credits of one direction come over the other, unless they have a path of their own.
  std::size_t agreed(const ChannelControl& c) const {
    if (settings_.paired) return std::max(c.own, c.other);
    if (c.own == 0 && c.other != 0 && settings_.levels.has_off() && !settings_.single_channels)
      return settings_.levels.slowest_level();
    return c.own;
  }

  /// Keeps the level of a channel that has, or is changing to, the agreed level: no change waits any more.
  /// Returns whether that is so.
  bool keeps_level(ChannelControl& c, Picoseconds now) const {
    if (now.v >= c.meter.since) c.settling = false;
    if (agreed(c) != c.level) return false;
    if (c.drain_by) c.drain_by = 0, c.avoid_until = 0;
    return true;
  }

  /// Begins the change to the agreed level, if it is time. The wire is booked until `wire_free`, and `queued`
  /// is as in an observation. The change is booked into `time_in`, the channel's times in state.
  LevelChange apply_level(ChannelControl& c, Picoseconds now, Picoseconds wire_free,
                          std::optional<Bytes> queued, std::span<std::int64_t> time_in) const;

  /// Says whether the channel wants to be off. From then on nothing may start: all credits for what it has
  /// sent are back, and must stay back.
  bool requests_off(const ChannelControl& c) const {
    return settings_.levels.has_off() && (c.requested == 0 || c.own == 0 || c.level == 0);
  }

 private:
  Evaluation decide(ChannelControl& c, const Observation& seen, Cause cause) const;
  ChannelView look(ChannelControl& c, const Observation& seen, Cause cause) const;
  void remember(ChannelControl& c, const Observation& seen, const Evaluation& evaluation) const;
  std::size_t towards_off(ChannelControl& c, Evaluation& evaluation, bool may, bool stranded) const;
  bool still_draining(ChannelControl& c, Picoseconds now, Picoseconds change,
                      std::optional<Bytes> queued) const;

  const ControlSettings& settings_;
  Picoseconds soon_;
  mutable PolicyFault fault_;
};

}  // namespace ebb::inline power
