// What booking a packet on a controlled channel reads and counts. channel_state.hpp lists the other state of
// a channel, and which of these values are copies.
#pragma once

#include <cstdint>

namespace ebb::inline engine {

struct alignas(64) Watch {
  std::int64_t booking_limit = INT64_MAX;  ///< the next evaluation: nothing is booked to start at or after it
  std::int64_t evaluate_at = INT64_MAX;    ///< queued bytes that cause an evaluation
  std::int64_t avoid_until = 0;            ///< until then a routing takes any other legal port first
  std::int64_t full_free = 0;              ///< when the wire would be free had it always been at full rate
  std::int64_t able_free = 0;              ///< of a host, and had it never lacked credits
  std::int64_t packets = 0;                ///< since the last evaluation, with a latency bound
  std::int64_t route_from = 0;  ///< from then on a legal route; never while it is, or is to be, off
  std::uint8_t turn = 0;        ///< the lane whose turn it is on a wire that is booked packet by packet
  bool step : 1 = false;        ///< booked packet by packet: a request may come and applies to the next one
  bool wire_wake : 1 = false;   ///< a look at the wire when it is free is scheduled
  bool evaluation_pending : 1 = false;  ///< the queue, or diverted bytes, have caused an evaluation
};
static_assert(sizeof(Watch) == 64);

}  // namespace ebb::inline engine
