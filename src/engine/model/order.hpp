// Counts packets that arrive after a later one of the same source and destination. A source sends one packet
// at a time, so the moment at which a packet left it tells packets of one flow apart, and in which order they
// left. Each host remembers the newest packet of every source, or in a large network of some: where more of
// them send to it at a time, some are forgotten, and what is counted is a lower bound.
#pragma once

#include "base/random.hpp"
#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

/// Counts the packet if it was overtaken. Not inlined: most runs do not ask, and would pay for its registers.
template <class Here>
[[gnu::noinline]] void count_order(Here& at, const Packet& packet) {
  const HostId host = at.host_at(packet.route.out);
  const std::size_t hosts = at.state.network.hosts, slots = newest_per_host(hosts);
  const std::size_t slot = slots == hosts ? packet.source : mix_bits(packet.source) % slots;
  NewestPacket& newest = at.state.newest[host * slots + slot];
  if (newest.source != packet.source + 1)
    newest = {packet.entered, packet.source + 1, 0};
  else if (packet.entered >= newest.entered)
    newest.entered = packet.entered;
  else
    at.count(OutOfOrder{newest.entered - packet.entered, ++newest.late});
}

}  // namespace ebb::inline engine
