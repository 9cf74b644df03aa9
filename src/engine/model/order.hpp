// Counts packets that arrive after a later one of the same source and destination. A source sends one packet
// at a time, so the time at which a packet left it identifies the packet in its flow, and gives their order.
// A host remembers the newest packet of each source that it checks: of all, or in a large network of one of
// so many, different ones at each host. The counts are exact for the flows that are checked.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/random.hpp"
#include "engine/model/executor_verbs.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// Counts the packet if it was overtaken. Not inlined: most runs do not count it, and would pay for its
/// registers.
template <class Context>
EBB_APART EBB_DEVICE void count_order(Context& context, const Packet& packet) {
  const HostId host = context.host_at(packet.route.out);
  const std::size_t per_watched = context.state.order.per_watched;
  const std::size_t place = packet.source + mix_bits(host) % per_watched;
  if (place % per_watched != 0) return;
  context.count(OrderSeen{});
  NewestPacket& newest =
      context.state.order.newest[host * watched_flows(context.state.network.hosts) + place / per_watched];
  if (packet.entered + 1 >= newest.entered)
    newest.entered = packet.entered + 1;
  else
    context.count(OutOfOrder{newest.entered - 1 - packet.entered, ++newest.late});
}

}  // namespace ebb::inline engine
