// Credits that go back in band: in link packets on the channel in the other direction of the cable.
//
// As InfiniBand does it: a link packet has 64 bits with its framing and states the credits of one virtual
// channel. It waits for the packet on the wire and for the end of a transition, goes before the packets that
// wait, and takes its time at the channel's rate. InfiniBand's data packets carry no credits. A credit is a
// total, so space that is freed before a link packet has begun goes with it. Wires are booked packet by
// packet, because a link packet may have to go first.
//
// A cable goes off when all credits are back. One end may have changed its mind and sent a packet before the
// other end knows. Such a credit goes over the channel that is off, at its slowest rate, as in
// credit_path.hpp.
#pragma once

#include <algorithm>

#include "engine/model/flow/credit_path.hpp"
#include "engine/model/flow/credits.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

inline bool is_off_now(const SwitchView& context, PortId channel) {
  return context.controlled && context.state.control.settings.levels.has_off() &&
         context.state.level_of(channel) == 0;
}

/// Books the channel that leaves a port for a link packet with the credits of a virtual channel, unless one
/// is booked that has not begun. Returns when the other end may use them.
inline std::int64_t book_link_packet(SwitchView& context, std::uint16_t local, unsigned vc) {
  LinkPacket& last = context.state.link_packets[context.lane_of(context.first_port + local, vc)];
  if (context.now < last.starts_at) return last.counts_at;
  OutPort& out = context.out[local];
  const std::int64_t time = context.rates[out.rate].time(link_packet_bytes);
  const std::int64_t after = time + context.delay[out.link] + context.credit_time;
  const bool off = is_off_now(context, context.channel_at(local));
  last.starts_at = off ? context.now : std::max(context.now, out.free_at);
  last.counts_at = std::max(last.counts_at, last.starts_at + after);
  if (off) return last.counts_at;
  out.free_at = last.starts_at + time;
  out.busy += time;
  out.bytes += static_cast<std::uint64_t>(link_packet_bytes);
  return last.counts_at;
}

/// A packet's tail has left its input buffer now. Returns the packet as far as its credit needs it.
inline Packet freed_by(std::uint16_t local, unsigned vc, std::uint32_t bytes) {
  Packet packet;
  packet.port = local, packet.vc = static_cast<std::uint16_t>(vc);
  packet.size = static_cast<std::uint16_t>(bytes);
  return packet;
}

}  // namespace ebb::inline engine
