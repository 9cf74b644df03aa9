// Asks for memory ahead of time. The events of a window are known before it is handled, and they say which
// ports, lanes and packets will be looked at. Up to 64 events go through three steps before the first
// of them is handled: what an event names by its numbers; what stands there, which is known by then; and what
// that leads to. Where the state of the network just fits the processor's second cache, the first step is all
// that pays.
//
// Everything here is forced inline and ends in ask_for(), or it would vanish.
#pragma once

#include "engine/storage/ask_for.hpp"
#include "engine/threads/coming_events.hpp"
#include "engine/threads/worker.hpp"

namespace ebb::inline engine {

/// Returns `a` if `first`, else `b`, without a branch. The processor would guess it wrong; to ask for what is
/// near anyway costs less.
[[gnu::always_inline]] inline std::uint32_t choose(bool first, std::uint32_t a, std::uint32_t b) {
  return b ^ ((a ^ b) & (0u - first));
}

/// Asks for a packet or message that stands in a pool, and for its link to the next one. Where there is none,
/// it asks for the first entry of the pool.
template <class T>
[[gnu::always_inline]] inline void ask_for_entry(const Pool<T>& pool, std::uint32_t id) {
  id = choose(id == no_id, 0, id);
  ask_for(pool.place_of(id));
  ask_for(pool.link_of(id));
}

/// Returns the host at the port of an event.
[[gnu::always_inline]] inline HostId host_of(const NetworkState& state, const ComingEvent& event) {
  return state.network.host_at(state.network.peer[event.port]);
}

template <class Here>
[[gnu::always_inline]] inline void ask_for_host(const Here& at, PortId channel) {
  ask_for(&at.state.host[at.state.network.host_at(channel)]);
  ask_for(&at.outs[channel]);
}

template <class Here>
[[gnu::always_inline]] inline void ask_for_output(const Here& at, PortId channel, unsigned vc) {
  ask_for(&at.outs[channel]);
  ask_for(&at.state.cold[channel]);
  ask_for(&at.state.out_lanes[at.lane_of(channel, vc)]);
  if (!at.state.watch.empty()) ask_for(&at.state.watch[channel]);
}

/// A host that waits for a credit hears of it when a packet leaves the lane.
template <class Here>
[[gnu::always_inline]] inline void ask_for_waiting_host(const Here& at, const InLane& in, PortId port) {
  if (!in.host_waits) return;
  const PortId channel = at.state.network.peer[port];
  ask_for_host(at, channel);
  ask_for(&at.state.cold[channel]);
  if (at.state.controls.empty()) return;
  ask_for(&at.state.watch[channel]);
  ask_for(&at.state.controls[channel]);
}

/// Asks for the outputs that a packet can take. In congestion, or under control, it needs more of them.
template <class Here, class Routing>
[[gnu::always_inline]] inline void ask_for_options(const Here& at, const Routing& routing,
                                                   const ComingEvent& event, const Packet& packet,
                                                   bool congested) {
  if constexpr (requires { routing.ask_for_options(at, event, packet, congested); }) {
    routing.ask_for_options(at, event, packet, congested);
  } else if constexpr (requires { routing.foreseen(event.switch_id, packet.route, [](Hop, bool) {}); }) {
    routing.foreseen(
        event.switch_id, packet.route, [&](Hop hop, bool taken) __attribute__((always_inline)) {
          const PortId channel = choose(taken, event.first + hop.port, event.port);
          if (congested)
            ask_for_output(at, channel, hop.vc);
          else
            ask_for(&at.outs[channel]);
        });
  }
}

/// What a question, or a wire that is free, will need.
template <Kind kind, class Here>
[[gnu::always_inline]] inline void ask_for_channel(const Here& at, const ComingEvent& event) {
  const PortId channel = event.of_host() ? at.state.network.peer[event.port] : event.port;
  if (kind != Kind::wire) {
    ask_for(&at.state.controls[channel]);
    ask_for(&at.state.times_of(channel).front()), ask_for(&at.state.times_of(channel).back());
  }
  if (event.of_host()) ask_for(&at.state.host[at.state.network.host_at(channel)]);
  ask_for_output(at, channel, 0);
}

/// The first step: what an event names by its numbers.
template <Kind kind, class Here>
[[gnu::always_inline]] inline void ask_for_named(const Here& at, const ComingEvent& event) {
  const NetworkState& state = at.state;
  switch (kind) {
    case Kind::packet:
      ask_for(&at.filed_packet_at(event.load));
      return ask_for(&at.ins[at.lane_of(event.port, event.detail)]);
    case Kind::inject:
      return ask_for_host(at, state.network.peer[event.port]);
    case Kind::host_credit: {
      const PortId channel = state.network.peer[event.port];
      ask_for_host(at, channel);
      ask_for(&state.cold[channel]);
      ask_for(&state.out_lanes[at.lane_of(channel, 0)]);
      return ask_for(&at.ins[at.lane_of(event.port, 0)]);
    }
    case Kind::credit:
      ask_for(&at.ins[at.lane_of(state.network.peer[event.port], event.detail)]);
      return ask_for_output(at, event.port, event.detail);
    case Kind::output:
      return ask_for_output(at, event.port, event.detail);
    case Kind::input:
      ask_for(&state.cold[event.port]);
      for (unsigned vc = 0; vc < at.vcs; ++vc) ask_for(&at.ins[at.lane_of(event.port, vc)]);
      return;
    case Kind::ready:
      ask_for(&at.filed_packet_at(event.load));
      return ask_for_output(at, event.port, event.detail);
    case Kind::control:
    case Kind::settle:
    case Kind::wire:
      return ask_for_channel<kind>(at, event);
    default:
      return;
  }
}

/// A packet that comes will be routed, or join those that stand before it.
template <class Here, class Routing>
[[gnu::always_inline]] inline void ask_for_arrival(Here& at, const Routing& routing,
                                                   const ComingEvent& event) {
  const Packet& packet = at.filed_packet_at(event.load);
  const InLane& in = at.ins[at.lane_of(event.port, event.detail)];
  if (in.head != no_id) {
    ask_for(&at.state.cold[event.port]);
    ask_for(at.standing().link_of(in.tail));
  } else {
    ask_for_options(at, routing, event, packet, !at.state.watch.empty());
    ask_for_waiting_host(at, in, event.port);
  }
  if (packet.route.to == event.switch_id && packet.parts > 1) ask_for(at.arriving().place_of(packet));
}

/// The second step: what stands at the places that the event names.
template <Kind kind, class Here, class Routing>
[[gnu::always_inline]] inline void ask_for_standing(Here& at, const Routing& routing,
                                                    const ComingEvent& event) {
  const NetworkState& state = at.state;
  switch (kind) {
    case Kind::packet:
      return ask_for_arrival(at, routing, event);
    case Kind::inject:
      return ask_for(&state.place[state.host[host_of(state, event)].upcoming.destination]);
    case Kind::host_credit:
      return ask_for_entry(at.messages(), state.host[host_of(state, event)].queue_head);
    case Kind::input:
      for (unsigned vc = 0; vc < at.vcs; ++vc)
        ask_for_entry(at.standing(), at.ins[at.lane_of(event.port, vc)].head);
      return;
    case Kind::credit:
    case Kind::output: {
      const OutLane& lane = state.out_lanes[at.lane_of(event.port, event.detail)];
      ask_for_entry(at.standing(), lane.head);
      if (!(at.outs[event.port].blocked_mask >> event.detail & 1)) return;
      ask_for(&at.ins[at.lane_of(event.first + lane.blocked_head.port, lane.blocked_head.vc)]);
      return ask_for(&state.cold[event.first + lane.blocked_head.port]);
    }
    case Kind::control:
    case Kind::settle:
    case Kind::wire:
      if (event.of_host()) return ask_for_entry(at.messages(), state.host[host_of(state, event)].queue_head);
      for (unsigned vc = 0; vc < at.vcs; ++vc)
        ask_for_entry(at.standing(), state.out_lanes[at.lane_of(event.port, vc)].head);
      return;
    default:
      return;
  }
}

/// When the oldest packet of an output lane has gone, the next one is looked at.
template <class Here>
[[gnu::always_inline]] inline void ask_for_second(Here& at, const OutLane& lane) {
  if (lane.head != no_id) ask_for_entry(at.standing(), at.standing().next(lane.head));
}

/// The third step: what these lead to.
template <Kind kind, class Here, class Routing>
[[gnu::always_inline]] inline void ask_for_next(Here& at, const Routing& routing, const ComingEvent& event) {
  const NetworkState& state = at.state;
  switch (kind) {
    case Kind::input:
      for (unsigned vc = 0; vc < at.vcs; ++vc) {
        const std::uint32_t id = at.ins[at.lane_of(event.port, vc)].head;
        if (id != no_id) ask_for_options(at, routing, event, at.standing()[id], true);
      }
      ask_for_waiting_host(at, at.ins[at.lane_of(event.port, 0)], event.port);
      return;
    case Kind::credit:
    case Kind::output: {
      const OutLane& lane = state.out_lanes[at.lane_of(event.port, event.detail)];
      ask_for_second(at, lane);
      if (!(at.outs[event.port].blocked_mask >> event.detail & 1)) return;
      const InLane& in = at.ins[at.lane_of(event.first + lane.blocked_head.port, lane.blocked_head.vc)];
      ask_for_entry(at.standing(), in.head);
      ask_for_waiting_host(at, in, event.first + lane.blocked_head.port);
      const PortId next = choose(in.next_port != no_port, in.next_port, lane.blocked_head.port);
      return ask_for(&at.ins[at.lane_of(event.first + next, in.next_vc)]);
    }
    case Kind::wire:
      for (unsigned vc = 0; vc < at.vcs && !event.of_host(); ++vc)
        ask_for_second(at, state.out_lanes[at.lane_of(event.port, vc)]);
      return;
    default:
      return;
  }
}

template <Kind... kinds>
struct Kinds {};
/// Those that need memory which can be asked for.
using AskedKinds = Kinds<Kind::packet, Kind::host_credit, Kind::credit, Kind::input, Kind::output,
                         Kind::ready, Kind::inject, Kind::control, Kind::settle, Kind::wire>;

/// Takes all of these events through the three steps, one kind after the other.
template <class Here, class Routing, Kind... kinds>
void ask_for_all(Here& at, const Routing& routing, ComingEvents& events, Kinds<kinds...>) {
  const Network& network = at.state.network;
  const auto each = [&](Kind kind, const auto& ask) __attribute__((always_inline)) {
    for (const Event& event : events.of(kind)) ask(ComingEvent(network, event));
  };
  (each(
       kinds, [&](const ComingEvent& e) __attribute__((always_inline)) { ask_for_named<kinds>(at, e); }),
   ...);
  if (at.asking() == Asking::named) return;
  (each(
       kinds, [&](const ComingEvent& e)
                  __attribute__((always_inline)) { ask_for_standing<kinds>(at, routing, e); }),
   ...);
  (each(
       kinds, [&](const ComingEvent& e)
                  __attribute__((always_inline)) { ask_for_next<kinds>(at, routing, e); }),
   ...);
}

/// Asks for what the events from the switch `i` on need, as many switches of them as go together. It returns
/// the first switch beyond them.
template <class Here, class Routing>
[[gnu::noinline]] std::uint32_t ask_ahead(Here& at, const Routing& routing,
                                          const BlockEvents::BySwitch& switches, std::uint32_t i,
                                          std::uint32_t begin) {
  const std::uint32_t most = begin + ComingEvents::capacity;
  std::uint32_t end = begin;
  do {
    end = switches.ends[i++];
  } while (i < switches.count && switches.ends[i] <= most);
  ComingEvents events({switches.events + begin, switches.events + end});
  ask_for_all(at, routing, events, AskedKinds{});
  return i;
}

}  // namespace ebb::inline engine
