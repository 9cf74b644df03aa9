// A channel that lacks credits, or was in transition, looks idle although packets wait for it. Policies that
// use only utilisation take that literally, as the founding paper does. This setting can prevent it.
#pragma once

#include <array>
#include <string_view>

#include "power/policy/policy.hpp"

namespace ebb::inline power {

enum class Starved : std::uint8_t {
  literal,  ///< it was quiet, so it may become slower
  hold,     ///< while more is queued than was sent, it keeps its rate
};
constexpr auto names_of(Starved) { return std::array<std::string_view, 2>{"literal", "hold"}; }

inline constexpr std::string_view starved_help =
    "what a quiet channel does while more waits than it sent: slow down, or hold its rate";

/// Says whether a quiet channel must keep its rate.
inline bool held(Starved starved, const ChannelView& channel) {
  return starved == Starved::hold && channel.waiting() > channel.sent;
}

inline constexpr std::string_view held_why = "quiet, but more waits than was sent: the rate is kept";

}  // namespace ebb::inline power
