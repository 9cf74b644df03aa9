// What a packet's booking on a controlled channel looks at and counts. Everything else about the channel's
// control is in power/control/controller.hpp.
#pragma once

#include <cstdint>

namespace ebb::inline engine {

struct alignas(64) Watch {
  std::int64_t booking_limit = INT64_MAX;  ///< the next question: nothing is booked to start at or after it
  std::int64_t evaluate_at = INT64_MAX;    ///< bytes queued that bring the question forward
  std::int64_t avoid_until = 0;            ///< until then a routing takes any other legal port first
  std::int64_t full_free = 0;              ///< when the wire would be free had it always been at full rate
  std::int64_t able_free = 0;              ///< of a host, and had it never lacked credits
  std::int64_t packets = 0;                ///< since the last question, with a goal
  std::int64_t route_from = 0;  ///< from then on a legal route; never while it is, or is to be, off
  std::uint8_t turn = 0;        ///< the lane whose turn it is on a wire that goes step by step
  bool step : 1 = false;  ///< one packet at a time gets the wire: a wish may come and counts for the next one
  bool wire_wake : 1 = false;           ///< the wire will be looked at when it is free
  bool evaluation_pending : 1 = false;  ///< the queue, or what was missed, has brought a question forward
};
static_assert(sizeof(Watch) == 64);

}  // namespace ebb::inline engine
