// A packet leaves its host as flits, all at once or as credits come.
#pragma once

#include "engine/model/source.hpp"
#include "engine/model/worm/send_train.hpp"

namespace ebb::inline engine {

/// Flits of a packet leave its host from `from` on. Returns when the first of them is at the switch.
template <class Here>
[[gnu::always_inline]] inline std::int64_t send_from_host(Here& at, const Channel& channel, WormOut& to,
                                                          std::int64_t from, std::uint32_t flits) {
  OutPort& out = at.outs[channel.id];
  take_wire(at, out, from, flits, flit_time(at, out.rate));
  take_credits(at, channel.id, to, from, flits);
  return from + at.delay[out.link] + at.pipeline;
}

/// A packet begins to leave its host, with so many flits at once. What is left of it stands at the host.
template <class Here>
void begin_packet(Here& at, HostId h, const Channel& channel, unsigned vc, const QueuedMessage& message,
                  std::int64_t payload, std::int64_t from, std::uint32_t flits) {
  const std::size_t lane = at.lane_of(channel.id, vc);
  const std::int64_t size = payload + at.header;
  const Packet packet = packet_of(at, h, message, size, from);
  at.count(Injected{from, size, payload});
  WormOut& to = at.state.worms.outs[lane];
  fly_head(at, at.outs[channel.id], packet, vc, to, send_from_host(at, channel, to, from, flits), flits);
  const auto whole = static_cast<std::uint32_t>(at.state.worms.flits_of(size));
  if (flits == whole) return;
  to.left = whole - flits;
  OutLane& rest = at.state.out_lanes[lane];
  at.standing().append(rest.head, rest.tail, packet);
}

/// The packet that a host is sending goes on with so many flits.
template <class Here>
[[gnu::always_inline]] inline void go_on_with_packet(Here& at, const Channel& channel, unsigned vc,
                                                     std::uint32_t flits) {
  const std::size_t lane = at.lane_of(channel.id, vc);
  WormOut& to = at.state.worms.outs[lane];
  const OutPort& out = at.outs[channel.id];
  const std::int64_t arrives = send_from_host(at, channel, to, at.now, flits);
  fly_flits(at, out, vc, to, arrives, flits, flit_time(at, out.rate));
  to.left -= flits;
  if (to.left == 0) at.standing().pop(at.state.out_lanes[lane].head);
}

}  // namespace ebb::inline engine
