// The routing-dependent half of a part: included only where a routing is compiled into the engine.
#pragma once

#include "engine/source.hpp"

namespace ebb {

template <class Routing>
void Part::sweep(const Routing& routing) {
  collect();
  Key* keys = keys_.data();
  const auto groups = static_cast<std::uint32_t>(few_ ? touched_.size() : end_ - first_);
  if constexpr (ReadsBoard<Routing>) place_.begin(m_.board, start_, m_.window);
  const auto group_at = [&](std::uint32_t i) { return few_ ? touched_[i] : first_ + i; };
  for (std::uint32_t i = 0, begin = 0; i < groups; ++i) {
    const std::uint32_t end = counts_[i];
    if (large_ && i + 1 < groups)
      prefetch_outputs(routing, group_at(i + 1), keys + end, keys + counts_[i + 1]);
    if (large_ && i + 2 < groups)
      prefetch_inputs(group_at(i + 2), keys + counts_[i + 1], keys + counts_[i + 2]);
    if (begin == end) continue;
    sort_group(keys + begin, keys + end);
    begin_group(group_at(i));
    if constexpr (ReadsBoard<Routing>) place_.touch(m_.board, group_ - first_);
    handle_group(routing, keys + begin, keys + end);
    begin = end;
  }
  if constexpr (ReadsBoard<Routing>) publish(routing.first_published());
  out_ = nullptr;
  calendar_.give_back(slot_);
}

/// Asks for what a switch's events will need two switches from now: the packets, their input lanes, the
/// hosts. (Forced inline: a function that only prefetches has no effect that the compiler knows of, and would
/// vanish.)
[[gnu::always_inline]] inline void Part::prefetch_inputs(SwitchId group, const Key* key,
                                                         const Key* last) const {
  const std::size_t port = m_.network.first_port[group];
  for (; key != last; ++key) {
    const std::size_t at = port + Event::port(key->order);
    if (Event::kind(key->order) == Kind::packet) {
      __builtin_prefetch(&slot_.packets[key->load]);
      __builtin_prefetch(&ins_[lane_of(at, Event::vc(key->order))], 1);
    } else if (Event::kind(key->order) == Kind::inject) {
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
                                                          const Key* key, const Key* last) const {
  if constexpr (requires { Routing::few_options; }) {
    const OutPort* out = &outs_[m_.network.first_port[group]];
    for (; key != last; ++key)
      if (Event::kind(key->order) == Kind::packet)
        routing.options(group, slot_.packets[key->load].route,
                        [out](Hop hop, const Route&) { __builtin_prefetch(out + hop.port, 1); });
      else if (Event::kind(key->order) == Kind::inject)
        __builtin_prefetch(&m_.place[upcoming(group, Event::port(key->order)).destination]);
  }
}

template <class Routing>
void Part::handle_group(const Routing& routing, const Key* key, const Key* last) {
  while (key != last || !heap_.empty()) {
    if (!heap_.empty() && (key == last || heap_.front() < *key)) {
      const Key own = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
      heap_.pop_back();
      handle(routing, own);
    } else {
      handle(routing, *key++);
    }
  }
  own_packets_.clear();
}

template <class Routing>
inline void Part::handle(const Routing& routing, const Key& key) {
  ++tally_.events;
  now_ = start_ + Event::offset(key.order);
  const std::uint16_t local = Event::port(key.order);
  const std::uint32_t load = key.load;
  const Kind kind = Event::kind(key.order);
  if (kind == Kind::packet) [[likely]] {
    if (load & own_bit) {
      const Packet packet = own_packets_[load & ~own_bit];  // a copy: handling it may add to the own ones
      return arrive(routing, packet);
    }
    return arrive(routing, slot_.packets[load]);
  }
  const unsigned vc = Event::vc(key.order);
  switch (kind) {
    case Kind::inject:
      inject(local);
      break;
    case Kind::credit:
      take_credit(local, vc, static_cast<std::int32_t>(load));
      break;
    case Kind::host_credit:
      take_host_credit(local, static_cast<std::int32_t>(load));
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
    case Kind::wish:
      hear_wish(local, vc, load);
      break;
    case Kind::settle:
      settle(channel_at(local, vc & 1));
      break;
    case Kind::wire:
      serve_wire(local, vc & 1);
      break;
    case Kind::ready:
      release(load & own_bit ? own_packets_[load & ~own_bit] : slot_.packets[load]);
      break;
    case Kind::news:
      hear(Packet(load & own_bit ? own_packets_[load & ~own_bit] : slot_.packets[load]));
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
  const Hop hop = choose(routing, pool_[in.head]);
  if (!has_room(hop, pool_[in.head].size)) {
    block(local, vc, hop);
    return false;
  }
  Packet packet = take_head(local, vc);
  enter(in, packet, hop, now_, true);
  return true;
}

}  // namespace ebb
