// A packet's way through a switch, from its input buffer to the wire. Inline: this is the hot path.
#pragma once

#include "engine/order.hpp"

namespace ebb {

inline std::uint64_t Part::window_of(std::int64_t at) const {
  const auto ahead = static_cast<std::uint64_t>(at - start_), length = static_cast<std::uint64_t>(m_.window);
  auto windows = static_cast<std::uint64_t>((static_cast<unsigned __int128>(ahead) * inverse_) >> 64);
  if (ahead - windows * length >= length) ++windows;  // the inverse is rounded down
  return window_ + windows;
}

/// Something new for the switch at hand within the window at hand.
inline void Part::insert_own(Key key) {
  heap_.push_back(key);
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
}

inline void Part::fly(const Packet& packet) {
  if (packet.at >= finish_) return packets_.push(window_of(packet.at), packet);
  insert_own(key_of(packet.at, Kind::packet, packet.port, packet.vc,
                    static_cast<std::uint32_t>(own_packets_.size()) | own_bit));
  own_packets_.push_back(packet);
}

inline void Part::note(const Note& n) {
  const std::int64_t at = n.at();
  if (at >= finish_ || !base_) return notes_.push(window_of(at), n);
  insert_own(key_of(at, n.kind(), n.port, n.vc(), static_cast<std::uint32_t>(own_notes_.size()) | own_bit));
  own_notes_.push_back(n);
}

/// Depth of an output queue in bytes: what has no booking yet, and what the wire still has to send.
inline std::int64_t Part::queued(const Port& out) const {
  const std::int64_t from = std::max(now_, out.silent_until);
  return out.waiting + (out.free_at > from ? m_.rates[out.rate].bytes(out.free_at - from) : 0);
}

inline bool Part::has_room(const Port& out, std::int64_t size) const {
  const std::int64_t depth = queued(out);
  return out.blocked_head.port == no_port && (depth == 0 || depth + size <= m_.switches.output_queue.v);
}

/// The packet goes from its input buffer into an output queue, from the time `from` on.
inline void Part::enter(Port& in, Packet& packet, Hop hop, std::int64_t from) {
  const std::int64_t moving = m_.paths[in.link].time(packet.size);
  const std::int64_t lag =
      m_.switches.forwarding == Forwarding::cut_through ? m_.rates[packet.rate].time(packet.size) : 0;
  const std::int64_t tail = std::max(from + moving, packet.at + lag);
  in.path_free = from + moving;
  return_credit(in, packet, tail);
  ++tally_.hops;
  packet.at = tail;
  send(hop.port, hop.vc, packet);
}

inline void Part::return_credit(const Port& in, const Packet& packet, std::int64_t released) {
  const std::int64_t due = released + m_.delay[in.link] + m_.switches.credit_time.v;
  CreditLog& log = m_.logs[m_.lane(first_port_ + packet.port, packet.vc)];
  if (log.add(due, packet.size, start_)) [[likely]]
    return;
  if (in.peer_port == no_port)
    note({due, Kind::host_credit, group_, packet.port, 0, packet.size});
  else
    note({due, Kind::credit, in.peer_group, in.peer_port, packet.vc, packet.size});
}

/// Books the wire for the packet, or leaves it waiting in the output queue.
inline void Part::send(std::uint16_t local, unsigned vc, Packet& packet) {
  Port& out = base_[local];
  const auto id = static_cast<PortId>(first_port_ + local);
  const std::size_t lane = m_.lane(id, vc);
  packet.vc = static_cast<std::uint8_t>(vc);
  const bool first = !(out.wait_mask >> vc & 1),
             credit = out.peer_port == no_port || has_credit(id, vc, packet.size);
  if (first && credit && book(out, lane, packet)) [[likely]]
    return;
  pool_.append(m_.lanes[lane].wait_head, m_.lanes[lane].wait_tail, packet);
  out.wait_mask = static_cast<std::uint8_t>(out.wait_mask | 1u << vc);
  out.waiting += packet.size;
  if (!credit) poll_credit(id, local, vc, Kind::credit);
}

/// Are there credits for `size` bytes now? The log is far away, so it is looked into only when it must be.
inline bool Part::has_credit(PortId source, unsigned vc, std::int64_t size) {
  Credit& credit = m_.credit[m_.lane(source, vc)];
  if (credit.bytes >= size) [[likely]]
    return true;
  const std::uint32_t due = m_.logs[m_.lane(m_.network.peer[source], vc)].due(now_);
  credit.bytes += static_cast<std::int32_t>(due - credit.taken);
  credit.taken = due;
  return credit.bytes >= size;
}

/// Gives the packet the wire as early as possible: when it is free, and not so early that its end would
/// overtake the packet's tail. False when that would be at or after the next control of the channel.
inline bool Part::book(Port& out, std::size_t lane, Packet& packet) {
  const std::int64_t time = m_.rates[out.rate].time(packet.size);
  const std::int64_t from = std::max({now_, out.free_at, packet.at - time});
  if (from >= horizon_) return false;
  out.free_at = from + time;
  out.busy += time;
  out.bytes += packet.size;
  if (out.peer_port == no_port) {
    deliver(packet, out.free_at + m_.delay[out.link]);
    return true;
  }
  m_.credit[lane].bytes -= packet.size;
  packet.at = from + m_.delay[out.link] + m_.head_lag;
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
