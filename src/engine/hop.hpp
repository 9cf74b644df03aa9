// A packet's way through a switch, from its input buffer to the wire: the hot path, all inline.
#pragma once

#include <algorithm>

#include "engine/order.hpp"

namespace ebb::inline engine {

/// Depth of an output queue in bytes: what has no booking yet, and what the wire still has to send.
inline std::int64_t Part::queued(std::uint16_t local) const {
  const OutPort& out = out_[local];
  std::int64_t from = now_;
  if (out.silenced) [[unlikely]]
    from = std::max(from, m_.rest[first_port_ + local].silent_until);
  return out.waiting + (out.free_at > from ? rates_[out.rate].bytes(out.free_at - from) : 0);
}

/// What a routing compares: a channel that is to be left alone is deeper than any other.
[[gnu::always_inline]] inline std::int64_t Part::depth_for_routing(std::uint16_t local) const {
  const std::int64_t bytes = queued(local);
  if (!controlled_) [[likely]]
    return bytes;
  return m_.watch[first_port_ + local].shun_until > now_ ? bytes + shunned : bytes;
}

/// Room in the output queue, counted for each virtual channel by itself: what the others have waiting there
/// for credits takes none of it, or one virtual channel could block another and the proof of no deadlock
/// would fail.
[[gnu::always_inline]] inline bool Part::has_room(Hop hop, std::int64_t size) const {
  const OutPort& out = out_[hop.port];
  if (out.blocked_mask >> hop.vc & 1) return false;
  std::int64_t depth = queued(hop.port);
  if (out.waiting)
    depth += m_.out_lanes[lane_of(first_port_ + hop.port, hop.vc)].waiting - std::int64_t{out.waiting};
  return depth == 0 || depth + size <= output_queue_;
}

/// The packet goes from its input buffer into an output queue, from the time `from` on; `held`: not at once
/// when its head was ready.
[[gnu::always_inline]] inline void Part::enter(InLane& in, Packet& packet, Hop hop, std::int64_t from,
                                               bool held) {
  const std::uint16_t local = packet.port, link = out_[local].link;
  const std::int64_t moving = paths_[link].time(packet.size);
  const std::int64_t lag = cut_through_ ? rates_[packet.rate].time(packet.size) : 0;
  const std::int64_t tail = std::max(from + moving, packet.at + lag);
  // A head that was not held up leaves the path before the next one can come over the wire: only those that
  // stand here already have to be kept off.
  if (held || in.crowded || !cut_through_) [[unlikely]] {
    keep_path_busy(local, from + moving);
    if (m_.goal) lateness_.in_all += tail - packet.at - lag;
  }
  const std::int64_t due = tail + delay_[link] + credit_time_;
  if (mine(out_[local].peer_group)) [[likely]]
    log_credit(in, packet, due);
  else
    log_credit_apart(in, packet, due);
  ++tally_.hops;
  packet.at = tail;
  send(hop, packet);
}

[[gnu::always_inline]] inline void Part::log_credit(InLane& in, const Packet& packet, std::int64_t due) {
  if (!in.add(due, packet.size, start_)) [[unlikely]]
    tell_source(packet, due, packet.size);
  else if (in.wanted) [[unlikely]]
    in.wanted = 0, tell_source(packet, due, 0);
}

/// Books the wire for the packet, or leaves it waiting in the output queue.
[[gnu::always_inline]] inline void Part::send(Hop hop, Packet& packet) {
  OutPort& out = out_[hop.port];
  const auto channel = static_cast<PortId>(first_port_ + hop.port);
  std::int32_t& credit = credit_of(channel, hop.vc);
  packet.vc = hop.vc;
  if (controlled_) [[unlikely]] {
    // A packet that came in slowly must not keep a faster wire from others until its tail is here.
    const std::int64_t until = packet.at - rates_[out.rate].time(packet.size);
    if (until > std::max(now_, out.free_at)) return hold(hop, packet, until);
    watch_queue({channel, hop.port, false}, packet.size);
  }
  const bool able = out.peer_port == no_port || has_credit(credit, channel, hop.vc, packet.size);
  if (!able || (out.wait_mask >> hop.vc & 1) || !book(out, credit, packet)) [[unlikely]]
    wait_in_output(hop, packet, !able);
}

/// Are there credits for `size` bytes now? The log is far away, so it is looked into only when it must be.
[[gnu::always_inline]] inline bool Part::has_credit(std::int32_t& credit, PortId channel, unsigned vc,
                                                    std::int64_t size) {
  if (credit >= size) [[likely]]
    return true;
  std::uint32_t& taken = m_.out_lanes[lane_of(channel, vc)].taken;
  const std::uint32_t due = credit_due(channel, vc);
  credit += static_cast<std::int32_t>(due - taken);
  taken = due;
  return credit >= size;
}

/// Would a packet sent there now wait neither for room nor for credits? The wire may still be busy, or about
/// to be controlled: the credits are then kept for it, since nobody of its lane can pass.
inline bool Part::is_open(Hop hop, std::int64_t size) {
  const OutPort& out = out_[hop.port];
  const auto channel = static_cast<PortId>(first_port_ + hop.port);
  return has_room(hop, size) && !(out.wait_mask >> hop.vc & 1) &&
         (out.peer_port == no_port || has_credit(credit_of(channel, hop.vc), channel, hop.vc, size));
}

/// Depth of an output queue of another switch, as the board shows it in this window.
inline std::int64_t Part::published(SwitchId s, std::uint16_t local) const {
  const Published& entry = m_.board.at(place_.reading, m_.network.first_port[s] + local);
  const std::int64_t left = entry.free_at - std::max(place_.as_of, entry.silent_until);
  return entry.waiting + (left > 0 ? rates_[entry.rate].bytes(left) : 0);
}

/// Gives the packet the wire as early as possible: when it is free, and not so early that its end would
/// overtake the packet's tail. False when a controlled channel does not take it yet.
[[gnu::always_inline]] inline bool Part::book(OutPort& out, std::int32_t& credit, Packet& packet) {
  const std::int64_t time = rates_[out.rate].time(packet.size);
  const std::int64_t from = std::max({now_, out.free_at, packet.at - time});
  if (controlled_) [[unlikely]] {
    const auto channel = static_cast<PortId>(&out - outs_);
    if (!may_start(channel, from)) return false;
    if (m_.goal)
      count_lateness(channel, packet.vc, packet.at - m_.full_time(out.link, packet.size), packet.size,
                     from + time);
  }
  out.free_at = from + time;
  out.busy += time;
  out.bytes += packet.size;
  if (out.peer_port == no_port) {
    deliver(packet, out.free_at + delay_[out.link]);
    return true;
  }
  credit -= packet.size;
  packet.at = from + delay_[out.link] + pipeline_;
  if (!cut_through_) packet.at += time;
  packet.group = out.peer_group;
  packet.port = out.peer_port;
  packet.rate = out.rate;
  fly(packet);
  return true;
}

/// The last byte will be at the host at time `at`; nothing can prevent it any more, so it is counted now.
[[gnu::noinline]] inline void Part::deliver(const Packet& packet, std::int64_t at) {
  const std::int64_t payload = packet.size - header_;
  ++tally_.packets_delivered;
  tally_.payload_delivered += static_cast<std::uint64_t>(payload);
  tally_.digest += Tally::hash(packet.source, packet.entered, at);
  if (m_.goal) ++lateness_.packets;
  tally_.batches.deliver_packet({at}, {packet.size}, {payload}, {at - packet.entered}, {at - packet.born});
  if (packet.parts == 1)
    complete(packet, at, static_cast<std::uint64_t>(payload));
  else
    assemble(packet, at, static_cast<std::uint64_t>(payload));
}

inline void Part::complete(const Packet& packet, std::int64_t at, std::uint64_t payload) {
  ++tally_.messages_delivered;
  tally_.batches.complete_message({at}, {static_cast<std::int64_t>(payload)}, {at - packet.born});
  if (m_.listens) tell_destination(packet, at, payload);
}

}  // namespace ebb::inline engine
