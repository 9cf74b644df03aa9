// Ports of equal paths, while some of them lead to switches that sleep. One at least leads to a switch that
// is awake; should none do, all count.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"

namespace ebb::inline routing {

template <class QueueLength>
[[gnu::always_inline]] EBB_DEVICE_INLINE bool is_awake(const QueueLength& queue_length, std::uint16_t port) {
  if constexpr (requires { queue_length.switches_sleep(); })
    return !queue_length.switches_sleep() || queue_length.usable(port);
  else
    return true;
}

/// Returns how many of the ports may be taken.
template <class QueueLength>
EBB_DEVICE std::uint32_t awake_ports(const QueueLength& queue_length, std::uint16_t first,
                                     std::uint16_t end) {
  std::uint32_t count = 0;
  if constexpr (requires { queue_length.switches_sleep(); })
    if (queue_length.switches_sleep())
      for (std::uint16_t port = first; port < end; ++port) count += queue_length.usable(port) ? 1 : 0;
  return count > 0 ? count : end - static_cast<std::uint32_t>(first);
}

/// Returns the n-th of the ports that may be taken.
template <class QueueLength>
EBB_DEVICE std::uint16_t awake_port(const QueueLength& queue_length, std::uint16_t first, std::uint16_t end,
                                    std::uint32_t n) {
  if constexpr (requires { queue_length.switches_sleep(); })
    if (queue_length.switches_sleep())
      for (std::uint16_t port = first; port < end; ++port)
        if (queue_length.usable(port) && n-- == 0) return port;
  return static_cast<std::uint16_t>(first + n);
}

}  // namespace ebb::inline routing
