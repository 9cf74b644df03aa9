// A packet's way through a switch, from its input buffer to the wire: the hot path, all inline.
#pragma once

#include <algorithm>

#include "engine/order.hpp"

namespace ebb {

/// Depth of an output queue in bytes: what has no booking yet, and what the wire still has to send.
inline std::int64_t Part::queued(std::uint16_t local) const {
  const OutPort& out = out_[local];
  std::int64_t from = now_;
  if (out.silenced) [[unlikely]]
    from = std::max(from, m_.rest[first_port_ + local].silent_until);
  return out.waiting + (out.free_at > from ? m_.rates[out.rate].bytes(out.free_at - from) : 0);
}

inline bool Part::has_room(std::uint16_t local, std::int64_t size) const {
  const std::int64_t depth = queued(local);
  return !out_[local].blocked && (depth == 0 || depth + size <= m_.switches.output_queue.v);
}

/// The packet goes from its input buffer into an output queue, from the time `from` on.
inline void Part::enter(InLane& in, Packet& packet, Hop hop, std::int64_t from) {
  const std::uint16_t local = packet.port, link = out_[local].link;
  const std::int64_t moving = m_.paths[link].time(packet.size);
  const bool cut_through = m_.switches.forwarding == Forwarding::cut_through;
  const std::int64_t lag = cut_through ? m_.rates[packet.rate].time(packet.size) : 0;
  const std::int64_t tail = std::max(from + moving, packet.at + lag);
  // A head that was not held up leaves the path before the next one can come: only others need to be kept
  // off.
  if (from > packet.at || !cut_through) keep_path_busy(local, from + moving);
  const std::int64_t due = tail + m_.delay[link] + m_.switches.credit_time.v;
  if (!in.add(due, packet.size, start_)) [[unlikely]]
    return_credit_by_note(packet, due);
  ++tally_.hops;
  packet.at = tail;
  send(hop, packet);
}

/// Books the wire for the packet, or leaves it waiting in the output queue.
inline void Part::send(Hop hop, Packet& packet) {
  OutPort& out = out_[hop.port];
  const auto channel = static_cast<PortId>(first_port_ + hop.port);
  packet.vc = hop.vc;
  const bool credit = out.peer_port == no_port || has_credit(channel, hop.vc, packet.size);
  if (credit && !(out.wait_mask >> hop.vc & 1) && book(out, m_.credit(channel, hop.vc), packet)) [[likely]]
    return;
  wait_in_output(hop, packet, !credit);
}

/// Are there credits for `size` bytes now? The log is far away, so it is looked into only when it must be.
inline bool Part::has_credit(PortId channel, unsigned vc, std::int64_t size) {
  std::int32_t& credit = m_.credit(channel, vc);
  if (credit >= size) [[likely]]
    return true;
  std::uint32_t& taken = m_.out_lanes[m_.lane(channel, vc)].taken;
  const std::uint32_t due = m_.in[m_.lane(m_.network.peer[channel], vc)].due(now_);
  credit += static_cast<std::int32_t>(due - taken);
  taken = due;
  return credit >= size;
}

/// Gives the packet the wire as early as possible: when it is free, and not so early that its end would
/// overtake the packet's tail. False when that would be at or after the next control of the channel.
inline bool Part::book(OutPort& out, std::int32_t& credit, Packet& packet) {
  const std::int64_t time = m_.rates[out.rate].time(packet.size);
  const std::int64_t from = std::max({now_, out.free_at, packet.at - time});
  if (from >= horizon_) [[unlikely]]
    return false;
  out.free_at = from + time;
  out.busy += time;
  out.bytes += packet.size;
  if (out.peer_port == no_port) {
    deliver(packet, out.free_at + m_.delay[out.link]);
    return true;
  }
  credit -= packet.size;
  packet.at = from + m_.delay[out.link] + m_.switches.pipeline.v;
  if (m_.switches.forwarding == Forwarding::store_and_forward) packet.at += time;
  packet.group = out.peer_group;
  packet.port = out.peer_port;
  packet.rate = out.rate;
  fly(packet);
  return true;
}

inline void Part::deliver(const Packet& packet, std::int64_t at) {
  tally_.delivered(packet.source, packet.born, packet.entered, at, packet.size);
}

}  // namespace ebb
