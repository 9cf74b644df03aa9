// How channels are controlled during a run: which rates they have, who decides, when, and what a change
// costs.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "power/policy.hpp"

namespace ebb {

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

  /// Uncontrolled channels of one rate.
  explicit Control(BitsPerSecond rate) : ladder({rate}), reactivation(1) {}
  Control(RateLadder rates, const Policy& who, Picoseconds when, Picoseconds change)
      : ladder(std::move(rates)),
        policy(&who),
        epoch(when),
        reactivation(ladder.size() * ladder.size(), change),
        first_rung(ladder.size() - 1) {}
};

/// Exact time in state of one channel. The states are the rungs, and the changes of rate by the faster of the
/// two rungs; their sum is always the time that has been booked.
struct Meter {
  std::int64_t since = 0;        ///< booked until; in the future while a change is under way
  std::int64_t busy = 0;         ///< of the wire, at the end of the last epoch
  std::int64_t change_from = 0;  ///< when the last change began: the packet on the wire finishes before
  std::uint32_t before = 0, change = 0;  ///< the states before and during the last change
};

}  // namespace ebb
