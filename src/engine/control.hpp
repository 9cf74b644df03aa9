// How channels are controlled during a run: which rates they have, who decides, when, and what a change
// costs.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "power/policy.hpp"
#include "routing/link_stages.hpp"

namespace ebb::inline engine {

/// What a routing is told of a channel whose rate is about to change (the patent's alternatives).
enum class Transition : std::uint8_t {
  leave,    ///< nothing: it stays among the legal ports
  avoid,    ///< while it is silent, every other legal port comes first
  drain,    ///< and from the decision on: what is queued leaves before the change begins
  by_time,  ///< leave it when the change is short, drain it when it is long
};
constexpr auto names_of(Transition) {
  return std::array<std::string_view, 4>{"leave", "avoid", "drain", "by_time"};
}

struct Control {
  RateLadder ladder;                      ///< for every channel; its fastest rate is the channels' full rate
  const Policy* policy = nullptr;         ///< null: all stay at full rate
  Picoseconds epoch{};                    ///< between two questions, unless the policy wants it otherwise
  std::vector<Picoseconds> reactivation;  ///< from rung a to rung b: [a * rungs + b]
  std::size_t first_rung = 0;             ///< at the start of the run
  bool paired = false;     ///< both directions of a cable have the rate that the busier one wants
  bool staggered = false;  ///< cables have the ends of their epochs at different times
  Transition transition = Transition::leave;
  Picoseconds drain_above = 2_us;  ///< by_time: changes that are longer than this
  /// The topology changes: cables are taken from the routes before they go off, lines never do.
  std::optional<LinkStages> stages;

  /// Uncontrolled channels of one rate.
  explicit Control(BitsPerSecond rate) : ladder({rate}), reactivation(1) {}
  Control(RateLadder rates, const Policy& who, Picoseconds when, Picoseconds change)
      : ladder(std::move(rates)),
        policy(&who),
        epoch(when),
        reactivation(ladder.size() * ladder.size(), change),
        first_rung(ladder.size() - 1) {}
};

/// What booking on a controlled channel consults and counts.
struct alignas(64) Watch {
  std::int64_t horizon = INT64_MAX;  ///< the next question: nothing is booked to start at or after it
  std::int64_t ask_at = INT64_MAX;   ///< bytes queued that bring the question forward
  std::int64_t shun_until = 0;       ///< until then a routing takes any other legal port first
  std::int64_t full_free = 0;        ///< when the wire would be free had it always been at full rate
  std::int64_t able_free = 0;        ///< of a host, and had it never lacked credits
  std::int64_t packets = 0;          ///< since the last question, with a goal
  std::int64_t open_at = 0;          ///< from then on a legal route; never while it is, or is to be, off
  std::uint8_t wish = 0, own = 0, other = 0;  ///< rungs: the last wish, and what holds at both ends
  std::uint8_t turn = 0;                      ///< the lane whose turn it is on a wire that goes step by step
  bool step : 1 = false;  ///< one packet at a time gets the wire: a wish may come and counts for the next one
  bool wire_wake : 1 = false;  ///< the wire will be looked at when it is free
  bool asking : 1 = false;     ///< the queue, or what was missed, has brought a question forward
  bool settling : 1 = false;   ///< it will be looked at again when the change under way is over
  bool closing : 1 = false;    ///< it will be off as soon as it is empty
};
static_assert(sizeof(Watch) == 64);

/// Exact time in state of one channel. The states are the rungs, and the changes of rate by the faster of the
/// two rungs; their sum is always the time that has been booked.
struct Meter {
  std::int64_t since = 0;        ///< booked until; in the future while a change is under way
  std::int64_t change_from = 0;  ///< when the last change began: the packet on the wire finishes before
  std::uint32_t before = 0, change = 0;  ///< the states before and during the last change
  std::int64_t wish_at = 0;              ///< when the last wish reaches both ends
  std::int64_t next_question = 0;        ///< INT64_MAX: only the queue can bring one
  // At the last question:
  std::int64_t asked = 0, busy = 0, bytes = 0;
  std::int64_t silent = 0;              ///< all changes so far, the one under way to its end
  std::int64_t silent_before = 0;       ///< of these, what lay before the last question
  std::int64_t last_busy = 0;           ///< end of the last packet before the last change
  std::int64_t drain_by = 0;            ///< when a change will wait for the queue no longer; 0: none waits
  std::int64_t missed = 0;              ///< bytes that would have gone this way, had it been open
  std::int64_t ask_missed = INT64_MAX;  ///< that bring the question forward
  double load = 0;                      ///< share of full rate that it carried before the last question
  ChannelMemory memory;
};

}  // namespace ebb::inline engine
