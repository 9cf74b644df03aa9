// A packet leaves its host as flits, all at once or as credits come.
#pragma once

#include "engine/model/source.hpp"
#include "engine/model/worm/send_burst.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// Flits of a packet leave its host from `from` on. Returns when the first of them is at the switch.
template <class Context>
[[gnu::always_inline]] inline std::int64_t send_from_host(Context& context, const Channel& channel,
                                                          WormOut& to, std::int64_t from,
                                                          std::uint32_t flits) {
  OutPort& out = context.outs[channel.id];
  take_wire(context, out, from, flits, flit_time(context, out.rate));
  take_credits(context, channel.id, to, from, flits);
  return from + context.delay[out.link] + context.pipeline;
}

/// A packet begins to leave its host, with so many flits at once. The rest of it stays at the host.
template <class Context>
void begin_packet(Context& context, HostId h, const Channel& channel, unsigned vc,
                  const QueuedMessage& message, std::int64_t payload, std::int64_t from,
                  std::uint32_t flits) {
  const std::size_t lane = context.lane_of(channel.id, vc);
  const std::int64_t size = payload + context.header;
  const Packet packet = packet_of(context, h, message, size, from);
  context.count(Injected{from, size, payload});
  WormOut& to = context.state.worms.outs[lane];
  send_head(context, context.outs[channel.id], packet, vc, to,
            send_from_host(context, channel, to, from, flits), flits);
  const auto whole = static_cast<std::uint32_t>(context.state.worms.flits_of(size));
  if (flits == whole) return;
  to.left = whole - flits;
  OutLane& rest = context.state.out_lanes[lane];
  context.queued_packets().append(rest.head, rest.tail, packet);
}

/// The packet that a host is sending goes on with so many flits.
template <class Context>
[[gnu::always_inline]] inline void go_on_with_packet(Context& context, const Channel& channel, unsigned vc,
                                                     std::uint32_t flits) {
  const std::size_t lane = context.lane_of(channel.id, vc);
  WormOut& to = context.state.worms.outs[lane];
  const OutPort& out = context.outs[channel.id];
  const std::int64_t arrives = send_from_host(context, channel, to, context.now, flits);
  send_flits(context, out, vc, to, arrives, flits, flit_time(context, out.rate));
  to.left -= flits;
  if (to.left == 0) context.queued_packets().pop(context.state.out_lanes[lane].head);
}

}  // namespace ebb::inline engine
