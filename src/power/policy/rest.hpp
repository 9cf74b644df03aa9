// The state in which a channel rests while it has nothing to send.
#pragma once

#include <array>
#include <string_view>

#include "power/policy/policy.hpp"

namespace ebb::inline power {

enum class Rest : std::uint8_t { slowest, off };
constexpr auto names_of(Rest) { return std::array<std::string_view, 2>{"slowest", "off"}; }

inline BitsPerSecond resting_rate(Rest rest, const RateLadder& rates) {
  return rest == Rest::off ? rates[0] : rates.slowest();
}

inline Problems check_rest(Rest rest, const RateLadder& rates) {
  if (rest == Rest::slowest || rates.has_off()) return {};
  return {{"rest", "is \"off\", but the channels have no off state",
           "rest = \"slowest\", or give [control] a wake time"}};
}

}  // namespace ebb::inline power
