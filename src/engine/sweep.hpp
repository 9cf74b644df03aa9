// The routing-dependent half of a part: included only where a routing is compiled into the engine.
#pragma once

#include "engine/source.hpp"

namespace ebb::inline engine {

template <class Routing>
void Part::sweep(const Routing& routing, const Team& team) {
  for (std::size_t i = 0; i < threads_; ++i) filed_[i] = team[i]->slot_.packets.begin();
  if constexpr (ReadsBoard<Routing>) place_.begin(m_.board, start_, m_.window);
  for (std::size_t i = 0; i < threads_; ++i) {
    Part& owner = *team[(self_ + i) % threads_];
    for (;;) {
      const std::size_t block = owner.next_.fetch_add(1, std::memory_order_relaxed);
      if (block >= owner.end_block_) break;
      if (begin_block(block, team)) sweep_block(routing);
      if constexpr (ReadsBoard<Routing>) publish(blocks_[block], routing.first_published());
    }
  }
  if constexpr (ReadsBoard<Routing>) place_.finish(m_.board);
}

template <class Routing>
void Part::sweep_block(const Routing& routing) {
  Event* events = events_.data();
  const SwitchId first = block_->first;
  const auto groups = static_cast<std::uint32_t>(few_ ? touched_.size() : block_->end - first);
  const auto group_at = [&](std::uint32_t i) { return few_ ? touched_[i] : first + i; };
  for (std::uint32_t i = 0, begin = 0; i < groups; ++i) {
    const std::uint32_t end = counts_[i];
    if (large_ && i + 1 < groups)
      prefetch_outputs(routing, group_at(i + 1), events + end, events + counts_[i + 1]);
    if (large_ && i + 2 < groups)
      prefetch_inputs(group_at(i + 2), events + counts_[i + 1], events + counts_[i + 2]);
    if (begin == end) continue;
    sort_group(events + begin, events + end);
    begin_group(group_at(i));
    if constexpr (ReadsBoard<Routing>)
      block_->unpublished[group_ - block_->first] = static_cast<std::uint8_t>(m_.board.slots);
    handle_group(routing, events + begin, events + end);
    begin = end;
  }
  out_ = nullptr;
}

/// Asks for what a switch's events will need two switches from now: the packets, their input lanes, the
/// hosts. (Forced inline: a function that only prefetches has no effect that the compiler knows of, and would
/// vanish.)
[[gnu::always_inline]] inline void Part::prefetch_inputs(SwitchId group, const Event* event,
                                                         const Event* last) const {
  const std::size_t port = m_.network.first_port[group];
  for (; event != last; ++event) {
    const std::size_t at = port + Event::port(event->order);
    if (Event::kind(event->order) == Kind::packet) {
      __builtin_prefetch(&packet_at(event->load));
      __builtin_prefetch(&ins_[lane_of(at, Event::vc(event->order))], 1);
    } else if (Event::kind(event->order) == Kind::inject) {
      const PortId peer = m_.network.peer[at];
      const Host* host = &m_.host[m_.network.host_at(peer)];
      __builtin_prefetch(host, 1);
      __builtin_prefetch(reinterpret_cast<const char*>(host) + 64, 1);
      __builtin_prefetch(&outs_[peer], 1);
    }
  }
}

/// By then the packets are here, and tell which outputs they can take.
template <class Routing>
[[gnu::always_inline]] inline void Part::prefetch_outputs(const Routing& routing, SwitchId group,
                                                          const Event* event, const Event* last) const {
  if constexpr (requires { Routing::few_options; }) {
    const OutPort* out = &outs_[m_.network.first_port[group]];
    for (; event != last; ++event)
      if (Event::kind(event->order) == Kind::packet)
        routing.options(group, packet_at(event->load).route,
                        [out](Hop hop, const Route&) { __builtin_prefetch(out + hop.port, 1); });
      else if (Event::kind(event->order) == Kind::inject)
        __builtin_prefetch(&m_.place[upcoming(group, Event::port(event->order)).destination]);
  }
}

template <class Routing>
void Part::handle_group(const Routing& routing, const Event* event, const Event* last) {
  while (event != last || !heap_.empty()) {
    if (!heap_.empty() && (event == last || heap_.front().order < event->order)) {
      const Event own = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end(), later);
      heap_.pop_back();
      handle(routing, own);
    } else {
      handle(routing, *event++);
    }
  }
  own_packets_.clear();
}

template <class Routing>
inline void Part::handle(const Routing& routing, const Event& event) {
  ++tally_.events;
  now_ = start_ + Event::offset(event.order);
  const std::uint16_t local = Event::port(event.order);
  const std::uint32_t load = event.load, number = load & index_mask_;  // a packet, or what a note says
  const Kind kind = Event::kind(event.order);
  if (kind == Kind::packet) [[likely]] {
    if (load & own_bit) {
      const Packet packet = own_packets_[load & ~own_bit];  // a copy: handling it may add to the own ones
      return arrive(routing, packet);
    }
    return arrive(routing, packet_at(load));
  }
  const unsigned vc = Event::vc(event.order);
  switch (kind) {
    case Kind::inject:
      inject(local);
      break;
    case Kind::credit:
      take_credit(local, vc, static_cast<std::int32_t>(number));
      break;
    case Kind::host_credit:
      take_host_credit(local, static_cast<std::int32_t>(number));
      break;
    case Kind::input:
      serve_input(routing, local);
      break;
    case Kind::output:
      serve_output(local, vc);
      break;
    case Kind::control:
      control(local, vc);
      break;
    case Kind::status:
      hear_status(local, vc, number != 0);
      break;
    case Kind::wish:
      hear_wish(local, vc, number);
      break;
    case Kind::settle:
      settle(channel_at(local, vc & 1));
      break;
    case Kind::wire:
      serve_wire(local, vc & 1);
      break;
    case Kind::ready:
      release(packet_at(load));
      break;
    case Kind::news:
      hear(Packet(packet_at(load)));
      break;
    case Kind::packet:
      break;
  }
}

template <class Routing>
inline Hop Part::choose(const Routing& routing, Packet& packet) {
  const Outlook depth{*this, packet.size};
  return routing.route(group_, packet.route, depth, route_salt<Routing>(packet.source, packet.entered));
}

/// A head has come through the pipeline. It is routed at once unless others of its lane are before it.
template <class Routing>
[[gnu::always_inline]] inline void Part::arrive(const Routing& routing, const Packet& arrived) {
  InLane& in = ins_[lane_of(first_port_ + arrived.port, arrived.vc)];
  if (in.head != no_id || in.path_free > now_) [[unlikely]] {
    const bool first = in.head == no_id;
    wait_in_input(arrived);
    if (first) wake_input(arrived.port, in.path_free);
    return;
  }
  Packet packet = arrived;
  const Hop hop = choose(routing, packet);
  if (has_room(hop, packet.size)) [[likely]]
    return enter(in, packet, hop, now_, false);
  wait_in_input(packet);
  block(packet.port, packet.vc, hop);
}

/// The path from this input is free: the heads of its lanes are tried in turn, one gets the path.
template <class Routing>
void Part::serve_input(const Routing& routing, std::uint16_t local) {
  PortRest& rest = m_.rest[first_port_ + local];
  rest.input_wake = false;
  const InLane* lanes = &ins_[lane_of(first_port_ + local, 0)];
  const unsigned turn = rest.turn;
  for (unsigned i = 0; i < vcs_ && lanes->path_free <= now_; ++i) {
    const unsigned vc = (turn + i) % vcs_;
    if (!((rest.in_mask & ~rest.blocked_mask) >> vc & 1) || !try_head(routing, local, vc)) continue;
    rest.turn = static_cast<std::uint8_t>((vc + 1) % vcs_);
  }
  if (rest.in_mask & ~rest.blocked_mask) wake_input(local, lanes->path_free);
}

template <class Routing>
bool Part::try_head(const Routing& routing, std::uint16_t local, unsigned vc) {
  InLane& in = ins_[lane_of(first_port_ + local, vc)];
  const Hop hop = choose(routing, block_->standing[in.head]);
  if (!has_room(hop, block_->standing[in.head].size)) {
    block(local, vc, hop);
    return false;
  }
  Packet packet = take_head(local, vc);
  enter(in, packet, hop, now_, true);
  return true;
}

}  // namespace ebb::inline engine
