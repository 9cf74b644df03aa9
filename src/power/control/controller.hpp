// The controller of channels. It turns what an owner has seen of a channel into the policy's view, the
// policy's decision, and a change that both ends of a cable agree on. It knows no simulator and no switch. An
// owner (a simulated switch, or an agent beside a real one) keeps a ChannelControl for each of its channels,
// tells the controller what it sees, and does what the answers say.
//
// A change of rate goes through these steps:
//   ask     the policy is shown the channel and wants a rung;
//   wish    where channels are paired or can be off, the other end has to hear of it first;
//   agree   what both ends wish gives the rung that the channel should have;
//   drain   the change waits until what is queued has left, if it should;
//   change  the packet on the wire finishes, then the channel is silent;
//   settle  a wish that came meanwhile is looked at when the change is over.
// Off is the lowest rung of a ladder that has one, and waking up is a change like any other.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "power/control/control_settings.hpp"
#include "power/control/state_meter.hpp"
#include "power/policy/swings.hpp"

namespace ebb::inline power {

/// What the owner knows of the place of a channel among those that can leave the routes.
struct StageView {
  Bytes diverted{};        ///< would have gone this way since the last question
  double detour_load = 0;  ///< share of full rate on the cable that packets would take instead
  int stage = 0;           ///< 0: it never goes off
  bool before_up = true, after_up = false;
  LinkNeed need = LinkNeed::none;  ///< why it has to be on, for a policy that goes by tables
};

/// What the source of a channel knows of the buffer at the other end. The unit is the owner's: bytes, or
/// flits.
struct DownstreamOccupancy {
  std::int64_t size = 0;     ///< of all virtual channels; 0: nothing can stand there
  std::uint64_t filled = 0;  ///< times picoseconds, the sum since the start, modulo 2^64
};

/// What the owner of a channel has seen of it up to now. What it cannot know is absent.
struct Observation {
  Picoseconds now{};
  const RateLevels* levels = nullptr;    ///< its own, where its full rate is not that of the settings
  Bytes passed{};                        ///< since the start: every port counts them
  std::optional<Picoseconds> busy;       ///< time that its wire has been, since the start
  std::optional<Picoseconds> last_busy;  ///< when the wire was last busy
  std::optional<Bytes> queued;           ///< waiting for the wire or on it
  std::optional<DownstreamOccupancy> downstream;  ///< for a policy that looks there
  std::optional<std::int64_t> packets;            ///< with a goal: sent since the last question
  std::optional<double> delay_budget_left;        ///< with a goal: share of what may be late that is left
  std::optional<StageView> stage;                 ///< where cables can leave the routes
};

/// The state of control of one channel, and what was known of it at its last question. A simulation has many
/// of them and asks for their memory ahead: three cache lines each, never a part of a fourth one.
struct alignas(64) ChannelControl {
  static constexpr std::int64_t never = INT64_MAX;

  StateMeter meter;
  std::uint8_t level = 0;            ///< that it has, or is changing to
  std::uint8_t requested = 0;        ///< that its policy wanted last
  std::uint8_t own = 0, other = 0;   ///< wishes that both ends know of
  bool settling = false;             ///< it will be looked at again when the change under way is over
  bool closing = false;              ///< it will be off as soon as it is empty
  std::int64_t request_at = 0;       ///< when the last wish reaches both ends
  std::int64_t next_evaluation = 0;  ///< never: only the queue can bring one
  std::int64_t drain_by = 0;         ///< when a change will wait for the queue no longer; 0: none waits
  std::int64_t avoid_until = 0;      ///< until then a routing takes any other legal port first
  std::int64_t last_busy = 0;        ///< for the owner: end of the last packet before the last change
  std::int64_t diverted = 0;         ///< bytes that would have gone this way, had it been open
  std::int64_t evaluate_at_diverted = never;  ///< that bring the question forward
  // At the last question:
  std::int64_t asked = 0, busy = 0, bytes = 0, in_transition = 0;
  std::uint64_t filled = 0;  ///< of the buffer behind it
  double load = 0;           ///< share of full rate that it carried before
  ChannelMemory memory;
  Swings swings;

  /// Says whether routings may choose it: it is on, and its own wish is to stay on.
  bool is_route() const { return !closing && requested && own && level; }
};

/// What the owner learns from a question.
struct Evaluation {
  ChannelView view;
  Decision decision{};  ///< as the policy gave it, with the times to ask again corrected where it goes off
  std::size_t requested = 0;  ///< the rung to wish for
  std::size_t before = 0;
  std::string_view refused{};  ///< why the controller does not let it go off, as the policy wants; else empty
  bool closes = false;         ///< from now on it waits until it is empty, to be off then

  /// Returns the reason for what is wished now: the policy's, or the controller's own.
  std::string_view why() const { return refused.empty() ? decision.why : refused; }
  /// Says whether anything comes of it.
  bool changes() const { return requested != before || closes; }
};

/// Says whom a wish concerns. With neither, the same wish has been told before.
struct LevelRequest {
  bool applies = false;             ///< it concerns nobody else: settle at once
  std::optional<Picoseconds> tell;  ///< both ends must hear of it at this time
};

/// What the owner has to do after a look at what both ends wish.
struct LevelChange {
  enum class What : std::uint8_t { keeps, waits, under_way, changes };
  What what = What::keeps;
  Picoseconds at{};  ///< waits: settle again then; changes: the channel is silent until then
  std::size_t from = 0, to = 0;
};

class Controller {
 public:
  /// After `soon` it is worth looking again at a channel that others hold up; nobody can know earlier. The
  /// settings must outlive the controller.
  Controller(const ControlSettings& settings, Picoseconds soon) : settings_(settings), soon_(soon) {}

  const ControlSettings& settings() const { return settings_; }

  /// Returns the state of a channel at time 0.
  ChannelControl fresh() const {
    ChannelControl c;
    c.level = c.requested = c.own = c.other = static_cast<std::uint8_t>(settings_.first_level);
    return c;
  }

  /// Shows the channel to the policy. is_empty() says whether nothing would be stranded if it were off now;
  /// it is asked only when that matters.
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
    if (cause == Cause::time) c.swings.note(evaluation.before, evaluation.requested);
    remember(c, seen, evaluation);
    return evaluation;
  }

  /// Takes the wish that an answer has given, at once after the question, and says who has to hear of it. The
  /// other end cannot know of it before `earliest`.
  LevelRequest spread(ChannelControl& c, std::size_t requested, Picoseconds earliest) const;

  /// Both ends hear of a wish at the same time. The channel settles once all wishes of that time are known.
  static void hear(ChannelControl& c, bool of_other_end, std::size_t requested) {
    (of_other_end ? c.other : c.own) = static_cast<std::uint8_t>(requested);
  }

  /// Returns the rung that follows from the wishes of both ends. A cable is off in both directions or in
  /// none: credits for one come over the other.
  std::size_t agreed(const ChannelControl& c) const {
    if (settings_.paired) return std::max(c.own, c.other);
    if (settings_.levels.has_off() && c.own == 0 && c.other != 0) return settings_.levels.slowest_level();
    return c.own;
  }

  /// Keeps the rung of a channel that has, or is changing to, what both ends agree on: no change waits any
  /// more. Returns whether that is so.
  bool keeps_level(ChannelControl& c, Picoseconds now) const {
    if (now.v >= c.meter.since) c.settling = false;
    if (agreed(c) != c.level) return false;
    if (c.drain_by) c.drain_by = 0, c.avoid_until = 0;
    return true;
  }

  /// Begins the change to what both ends agree on, if it is time. The wire is booked until `wire_free`, and
  /// `queued` is as in an observation. The change is booked into `time_in`, the channel's times in state.
  LevelChange apply_level(ChannelControl& c, Picoseconds now, Picoseconds wire_free,
                          std::optional<Bytes> queued, std::span<std::int64_t> time_in) const;

  /// Says whether the channel wants to be off. From then on nothing may start: the credits of all it has sent
  /// are back, and must stay so.
  bool wants_off(const ChannelControl& c) const {
    return settings_.levels.has_off() && (c.requested == 0 || c.own == 0 || c.level == 0);
  }

 private:
  Evaluation decide(ChannelControl& c, const Observation& seen, Cause cause) const;
  ChannelView look(ChannelControl& c, const Observation& seen, Cause cause) const;
  const RateLevels& levels_of(const Observation& seen) const {
    return seen.levels ? *seen.levels : settings_.levels;
  }
  void remember(ChannelControl& c, const Observation& seen, const Evaluation& evaluation) const;
  std::size_t towards_off(ChannelControl& c, Evaluation& evaluation, bool may, bool stranded) const;
  bool still_draining(ChannelControl& c, Picoseconds now, Picoseconds change,
                      std::optional<Bytes> queued) const;

  const ControlSettings& settings_;
  Picoseconds soon_;
};

}  // namespace ebb::inline power
