// Counts packets that arrive after a later one of the same source and destination. A source sends one packet
// at a time, so the moment at which a packet left it tells packets of one flow apart, and in which order they
// left. Each host remembers the newest packet of a few sources: where more of them send to it at a time, some
// are forgotten, and what is counted is a lower bound.
#pragma once

#include "base/random.hpp"
#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

/// Counts the packet if it was overtaken. Not inlined: most runs do not ask, and would pay for its registers.
template <class Here>
[[gnu::noinline]] void count_order(Here& at, const Packet& packet) {
  const HostId host = at.host_at(packet.route.out);
  const std::uint64_t slot = mix_bits(packet.source) % newest_per_host;
  NewestPacket& newest = at.state.newest[std::size_t{host} * newest_per_host + slot];
  const bool same = newest.source == packet.source + 1;
  if (same && packet.entered < newest.entered) return at.count(OutOfOrder{newest.entered - packet.entered});
  newest = {packet.entered, packet.source + 1};
}

}  // namespace ebb::inline engine
