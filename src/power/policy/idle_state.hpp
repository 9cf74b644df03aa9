// The idle state: the level of a channel while it has nothing to send.
#pragma once

#include <array>
#include <string_view>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/shutdown_unit.hpp"

namespace ebb::inline power {

enum class IdleState : std::uint8_t { slowest, off };
constexpr auto names_of(IdleState) { return std::array<std::string_view, 2>{"slowest", "off"}; }

inline BitsPerSecond idle_rate(IdleState idle_state, const RateLevels& rates) {
  return idle_state == IdleState::off ? rates[0] : rates.slowest();
}

/// What Requirements::single_channels is with these settings.
inline bool goes_off_alone(IdleState idle_state, ShutdownUnit unit) {
  return idle_state == IdleState::off && unit == ShutdownUnit::channel;
}

inline Problems check_idle_state(IdleState idle_state, const RateLevels& rates) {
  if (idle_state == IdleState::slowest || rates.has_off()) return {};
  return {{"idle_state", "is \"off\", but the channels have no off state",
           "set idle_state = \"slowest\", or give [control] a wake time, for example: wake = \"1us\""}};
}

}  // namespace ebb::inline power
