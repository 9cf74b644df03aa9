// Where a cable between two switches stands on its way off and on again. Rules come first: a cable leaves the
// routes before it goes down, and comes back to them when it is up again.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

enum class CablePhase : std::uint8_t {
  on,         ///< a route
  leaving,    ///< tables that avoid it are being brought onto the switches
  draining,   ///< no table uses it; it waits until nothing crosses it any more
  off,        ///< both its ports are switched off
  rising,     ///< its ports are switched on; it waits for the link
  returning,  ///< tables that use it are being brought
  lost,       ///< its link went down without us, or the switch at an end is gone; no table uses it
  broken,     ///< it did not come up again in time
};
constexpr auto names_of(CablePhase) {
  return std::array<std::string_view, 8>{"on",     "leaving",   "draining", "off",
                                         "rising", "returning", "lost",     "broken"};
}

struct CableState {
  PortId port = 0;  ///< the lower of its two
  CablePhase phase = CablePhase::on;
  Picoseconds since{};         ///< when the phase began
  Picoseconds may_leave{};     ///< hold-down: it does not leave before
  Picoseconds calm_since{};    ///< draining: no frame has crossed since; lost: it has been up since
  Picoseconds try_again{};     ///< broken
  std::uint64_t frames = 0;    ///< that had crossed it at the last look
  std::uint32_t failures = 0;  ///< in a row: the more, the longer it is left alone
  bool off_by_us = false;      ///< one of its ports may be: nobody has seen both enabled since
  bool by_silence = false;     ///< lost: because a switch is gone, not because a link is down
  bool seen_off = false;       ///< off: both its ports were seen to be; what is on after that, others did
  std::vector<std::string_view> refusals = {};  ///< of what the schedule asks for, that were said
};

}  // namespace ebb::inline fabric
