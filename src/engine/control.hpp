// How channels are controlled during a run: which rates they have, who decides, when, and what a change
// costs.
#pragma once

#include <vector>

#include "power/policy.hpp"

namespace ebb {

struct Control {
  RateLadder ladder;               ///< for every channel; its fastest rate is the channels' full rate
  const Policy* policy = nullptr;  ///< asked at the end of each epoch; null: all stay at full rate
  Picoseconds epoch{};
  std::vector<Picoseconds> reactivation;  ///< from rung a to rung b: [a * rungs + b]
  std::size_t first_rung = 0;             ///< at the start of the run

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
