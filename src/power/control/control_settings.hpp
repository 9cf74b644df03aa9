// How channels are controlled: their rate levels, the policy, how often it is evaluated, and how long a
// change takes.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/units.hpp"
#include "power/control/power_budget.hpp"
#include "power/device/domain.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

/// How a routing treats a channel whose rate is about to change (the patent's alternatives).
enum class Transition : std::uint8_t {
  leave,    ///< no change: it stays among the legal ports
  avoid,    ///< during its transition, every other legal port comes first
  drain,    ///< and from the decision on; what is queued leaves before the change begins
  by_time,  ///< leave when the change is short, drain when it is long
};
constexpr auto names_of(Transition) {
  return std::array<std::string_view, 4>{"leave", "avoid", "drain", "by_time"};
}

struct ControlSettings {
  RateLevels levels;  ///< of the fastest channels; others have the same shares of their own full rate
  const Policy* policy = nullptr;         ///< null: all stay at full rate
  Picoseconds epoch{};                    ///< between two evaluations, unless the policy sets another time
  std::vector<Picoseconds> reactivation;  ///< from level a to level b: [a * levels + b]
  std::size_t first_level = 0;            ///< at the start of the run
  bool paired = false;           ///< both directions of a cable have the higher of their two requested levels
  bool single_channels = false;  ///< each direction of a cable may be off while the other one is on
  const BatchedViews* batches = nullptr;  ///< it is told which channels are about to be evaluated
  bool staggered = false;                 ///< the epochs of different cables end at different times
  Transition transition = Transition::leave;
  Picoseconds drain_above = 2_us;      ///< by_time: changes that are longer than this
  ChannelWatts watts{};                ///< for a policy with a power limit
  std::vector<DomainShape> domains{};  ///< of which the time without a port that is on is metered

  /// Channels of one rate, without control.
  explicit ControlSettings(BitsPerSecond rate) : levels({rate}), reactivation(1) {}
  ControlSettings(RateLevels rates, const Policy& who, Picoseconds when, Picoseconds change)
      : levels(std::move(rates)),
        policy(&who),
        epoch(when),
        reactivation(levels.size() * levels.size(), change),
        first_level(levels.size() - 1),
        single_channels(who.requirements().single_channels),
        batches(who.requirements().batches) {}

  Picoseconds change_time(std::size_t from, std::size_t to) const {
    return reactivation[from * levels.size() + to];
  }
};

}  // namespace ebb::inline power
