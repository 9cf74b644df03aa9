// Counts packets that arrive after a later one of the same source and destination. A source sends one packet
// at a time, so the moment at which a packet left it tells packets of one flow apart, and in which order they
// left. A host that looks remembers the newest packet of every source. In a large network one in some hosts
// looks, and what is counted is exact for the flows to these.
#pragma once

#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

/// Counts the packet if it was overtaken. Not inlined: most runs do not ask, and would pay for its registers.
template <class Here>
[[gnu::noinline]] void count_order(Here& at, const Packet& packet) {
  const HostId host = at.host_at(packet.route.out);
  const std::size_t per_witness = at.state.per_witness;
  if (host % per_witness != 0) return;
  at.count(OrderSeen{});
  NewestPacket& newest = at.state.newest[host / per_witness * at.state.network.hosts + packet.source];
  if (packet.entered + 1 >= newest.entered)
    newest.entered = packet.entered + 1;
  else
    at.count(OutOfOrder{newest.entered - 1 - packet.entered, ++newest.late});
}

}  // namespace ebb::inline engine
