// A packet leaves its host as flits, all at once or as credits come.
#pragma once

#include "engine/model/source.hpp"
#include "engine/model/worm/send_train.hpp"

namespace ebb::inline engine {

/// Flits of a packet leave its host from `from` on. `first` says that its head is among them.
template <class Here>
void send_from_host(Here& at, const Channel& channel, unsigned vc, const Packet& packet, std::int64_t from,
                    std::uint32_t flits, bool first) {
  OutPort& out = at.outs[channel.id];
  take_wire(at, out, from, flits);
  take_credits(at, channel.id, at.state.worms.outs[at.lane_of(channel.id, vc)], from, flits);
  fly_train(at, out, packet, vc, from, flits, first,
            static_cast<std::uint32_t>(at.state.worms.flits_of(packet.size)));
}

/// A packet begins to leave its host, with so many flits at once. What is left of it stands at the host.
template <class Here>
void begin_packet(Here& at, HostId h, const Channel& channel, unsigned vc, const QueuedMessage& message,
                  std::int64_t payload, std::int64_t from, std::uint32_t flits) {
  const std::size_t lane = at.lane_of(channel.id, vc);
  const std::int64_t size = payload + at.header;
  const Packet packet = packet_of(at, h, message, size, from);
  at.count(Injected{from, size, payload});
  send_from_host(at, channel, vc, packet, from, flits, true);
  const auto whole = static_cast<std::uint32_t>(at.state.worms.flits_of(size));
  if (flits == whole) return;
  at.state.worms.outs[lane].left = whole - flits;
  OutLane& rest = at.state.out_lanes[lane];
  at.standing().append(rest.head, rest.tail, packet);
}

/// The packet that a host is sending goes on with so many flits.
template <class Here>
void go_on_with_packet(Here& at, const Channel& channel, unsigned vc, std::uint32_t flits) {
  const std::size_t lane = at.lane_of(channel.id, vc);
  WormOut& to = at.state.worms.outs[lane];
  OutLane& rest = at.state.out_lanes[lane];
  send_from_host(at, channel, vc, at.standing()[rest.head], at.now, flits, false);
  to.left -= flits;
  if (to.left == 0) at.standing().pop(rest.head);
}

}  // namespace ebb::inline engine
