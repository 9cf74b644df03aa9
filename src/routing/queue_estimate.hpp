// How a routing that chooses between a minimal path and a detour estimates the queue of an output.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/accelerator/device.hpp"

namespace ebb::inline routing {

/// output_queue: the bytes in the output queue. credits: these, and the bytes whose credits have not come
/// back from the next switch. A full buffer there shows before the output queue grows.
enum class QueueEstimate : std::uint8_t { output_queue, credits };

constexpr auto names_of(QueueEstimate) { return std::array<std::string_view, 2>{"output_queue", "credits"}; }
inline constexpr const char* queue_estimate_help =
    "output_queue: bytes in the output queue; credits: these and the bytes in the next buffer, by the "
    "credits "
    "that have not come back (with Ethernet's flow control, which has no credits, the output queue alone)";

template <class QueueLength>
[[gnu::always_inline]] EBB_DEVICE_INLINE std::int64_t estimate_queue(QueueEstimate estimate,
                                                                     const QueueLength& queue_length,
                                                                     std::uint16_t port) {
  if constexpr (requires { queue_length.with_downstream(port); })
    if (estimate == QueueEstimate::credits) return queue_length.with_downstream(port);
  return queue_length(port);
}

}  // namespace ebb::inline routing
