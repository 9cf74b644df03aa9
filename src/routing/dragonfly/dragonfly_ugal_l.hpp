// UGAL with local information on the dragonfly: a new packet compares the minimal path with the path over one
// random group by the queues of its own switch (dragonfly_ugal.hpp).
#pragma once

#include "base/accelerator/device.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_ugal.hpp"

namespace ebb::inline routing {

struct DragonflyUgalL : DragonflyUgal {
  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength& queue_length,
                       std::uint64_t salt) const {
    return route_by(here, packet, salt, [&](std::uint32_t group) {
      return is_cheaper_around(here, packet.to, group, queue_length, salt);
    });
  }
};

}  // namespace ebb::inline routing
