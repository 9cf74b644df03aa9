// Output queues and their wires: a packet gets the wire as soon as it may, or waits for it.
#pragma once

#include "engine/model/controlled.hpp"
#include "engine/model/delivery.hpp"

namespace ebb::inline engine {

/// Returns when the wire could take the packet: it is free then, and the packet's end does not overtake its
/// tail.
[[gnu::always_inline]] inline std::int64_t earliest_start(const SwitchView& at, const OutPort& out,
                                                          const Packet& packet) {
  return std::max({at.now, out.free_at, packet.at - at.rates[out.rate].time(packet.size)});
}

/// Gives the packet the wire of a channel from `from` on; it was ready to leave at `ready`. It flies to the
/// switch at the other end, or is delivered to the host there.
template <class Here>
[[gnu::always_inline]] inline void book(Here& at, OutPort& out, std::int32_t& credit, Packet& packet,
                                        std::int64_t from, std::int64_t ready) {
  const std::int64_t time = at.rates[out.rate].time(packet.size);
  if (at.controlled && at.state.goal) [[unlikely]]
    count_lateness(at, static_cast<PortId>(&out - at.outs), packet.vc, ready, packet.size, from + time);
  out.free_at = from + time;
  out.busy += time;
  out.bytes += packet.size;
  if (out.peer_port == no_port)
    return static_cast<void>(deliver(at, packet, out.free_at + at.delay[out.link]));
  if constexpr (requires { Here::Flow::takes_space(at, out, packet, from); })
    Here::Flow::takes_space(at, out, packet, from);
  Here::Flow::take(credit, packet.size);
  packet.at = from + Here::Forwarding::head_after(at, at.delay[out.link] + at.pipeline, time);
  packet.switch_id = out.peer_switch;
  packet.port = out.peer_port;
  packet.rate = out.rate;
  at.fly(packet);
}

/// Says whether the wire of a switch's channel takes a packet from `from` on. A controlled one may not yet.
template <class Here>
[[gnu::always_inline]] inline bool takes_from(Here& at, const OutPort& out, std::int64_t from) {
  return !is_guarded(at) || may_start(at, static_cast<PortId>(&out - at.outs), from);
}

/// Books the wire of a switch's channel, which takes the packet from `from` on.
template <class Here>
[[gnu::always_inline]] inline void book_from(Here& at, OutPort& out, std::int32_t& credit, Packet& packet,
                                             std::int64_t from) {
  std::int64_t ready = 0;
  if (at.controlled && at.state.goal) [[unlikely]]
    ready = packet.at - at.state.full_time(out.link, packet.size);
  if constexpr (requires { Here::Flow::sent(at, out, packet, from); })
    Here::Flow::sent(at, out, packet, from);
  book(at, out, credit, packet, from, ready);
}

/// The packet waits in the output queue for the wire, or for space at the other end.
template <class Here>
void wait_in_output(Here& at, Hop hop, const Packet& packet, bool for_space) {
  OutPort& out = at.out[hop.port];
  OutLane& lane = at.out_lane(hop);
  at.standing().append(lane.head, lane.tail, packet);
  out.wait_mask = with(out.wait_mask, hop.vc);
  out.waiting += packet.size;
  lane.waiting += packet.size;
  if (for_space) Here::Flow::wait(at, Channel{at.channel_at(hop.port), hop.port, false}, hop.vc);
}

/// Books the wire for the packet, or leaves it waiting in the output queue.
template <class Here>
[[gnu::always_inline]] inline void send(Here& at, Hop hop, Packet& packet) {
  OutPort& out = at.out[hop.port];
  const PortId channel = at.channel_at(hop.port);
  std::int32_t& credit = at.credit_of(channel, hop.vc);
  packet.vc = hop.vc;
  if (is_guarded(at)) [[unlikely]] {
    // A packet that came in slowly must not keep a faster wire from others until its tail is here.
    const std::int64_t until = packet.at - at.rates[out.rate].time(packet.size);
    if (until > std::max(at.now, out.free_at)) return hold(at, hop, packet, until);
    if (at.controlled) watch_queue(at, Channel{channel, hop.port, false}, packet.size);
  }
  const bool able =
      out.peer_port == no_port || Here::Flow::may_send(at, credit, channel, hop.vc, packet.size);
  const std::int64_t from = earliest_start(at, out, packet);
  if (!able || (out.wait_mask >> hop.vc & 1) || !takes_from(at, out, from)) [[unlikely]]
    return wait_in_output(at, hop, packet, !able);
  book_from(at, out, credit, packet, from);
}

/// Books what waits in one virtual channel of an output queue, oldest first, as far as it can be.
template <class Here>
void book_waiting(Here& at, Hop hop) {
  OutPort& out = at.out[hop.port];
  const PortId channel = at.channel_at(hop.port);
  OutLane& lane = at.out_lane(hop);
  while (lane.head != no_id) {
    const Packet& oldest = at.standing()[lane.head];  // copied only when it goes: often it does not
    std::int32_t& credit = at.credit_of(channel, hop.vc);
    if (out.peer_port != no_port && !Here::Flow::may_send(at, credit, channel, hop.vc, oldest.size))
      return Here::Flow::wait(at, Channel{channel, hop.port, false}, hop.vc);
    Here::Flow::has_space(at, channel, hop.vc);
    const std::int64_t from = earliest_start(at, out, oldest);
    if (!takes_from(at, out, from)) return;
    Packet packet = at.standing().pop(lane.head);
    out.waiting -= packet.size;
    lane.waiting -= packet.size;
    book_from(at, out, credit, packet, from);
  }
  out.wait_mask = without(out.wait_mask, hop.vc);
}

/// Says whether a packet that is sent there now would wait neither for room nor for space at the other end.
/// The wire may still be busy, or a question may be due. The space is kept for the packet all the same, since
/// nobody of its lane can pass it.
template <class Here>
bool is_open(Here& at, Hop hop, std::int64_t size) {
  const OutPort& out = at.out[hop.port];
  const PortId channel = at.channel_at(hop.port);
  return at.has_room(hop, size) && !(out.wait_mask >> hop.vc & 1) &&
         (out.peer_port == no_port ||
          Here::Flow::may_send(at, at.credit_of(channel, hop.vc), channel, hop.vc, size));
}

}  // namespace ebb::inline engine
