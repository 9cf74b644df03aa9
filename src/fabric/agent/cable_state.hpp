// The phase of a cable between two switches, on its way off and on again. Rules change first: a cable leaves
// the routes before it goes down, and returns to them after it is up again.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

enum class CablePhase : std::uint8_t {
  on,         ///< in the routes
  leaving,    ///< tables that avoid it are being loaded
  draining,   ///< no table uses it; waits until no frame crosses it any more
  off,        ///< both its ports are switched off
  rising,     ///< its ports are switched on; waits for the link
  returning,  ///< tables that use it are being loaded
  lost,       ///< its link failed, or the switch at an end is gone; no table uses it
  broken,     ///< it did not come up again in time
};
constexpr auto names_of(CablePhase) {
  return std::array<std::string_view, 8>{"on",     "leaving",   "draining", "off",
                                         "rising", "returning", "lost",     "broken"};
}

struct CableState {
  PortId port = 0;  ///< the lower of its two
  CablePhase phase = CablePhase::on;
  Picoseconds since{};         ///< start of the phase
  Picoseconds may_leave{};     ///< hold-down: the earliest time to leave
  Picoseconds calm_since{};    ///< draining: time of the last frame; lost: up since
  Picoseconds try_again{};     ///< broken
  std::uint64_t frames = 0;    ///< counter at the last reading
  std::uint32_t failures = 0;  ///< in a row: each one lengthens the wait
  bool off_by_us = false;      ///< one of its ports may be off; both were not seen enabled since
  bool by_silence = false;     ///< lost: because a switch is gone, not because the link is down
  bool seen_off = false;       ///< off: both ports were seen off; if one comes on later, others did it
  std::vector<std::string_view> refusals = {};  ///< reasons already logged for the schedule
};

}  // namespace ebb::inline fabric
