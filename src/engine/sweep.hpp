// The routing-dependent half of a part: included only where a routing is compiled into the engine.
#pragma once

#include "engine/order.hpp"
#include "engine/source.hpp"

namespace ebb {

template <class Routing>
void Part::sweep(const Routing& routing) {
  collect();
  const Item *item = items_.data(), *end = item + items_.size();
  while (item != end) {
    const Item* last = item;
    while (last != end && last->group == item->group) ++last;
    begin_group(item, last);
    for (Key key; next_key(key);) handle(routing, key);
    item = last;
  }
  base_ = nullptr;
  packets_.give_back(arrivals_);
  notes_.give_back(news_);
}

template <class Routing>
void Part::handle(const Routing& routing, Key key) {
  ++tally_.events;
  now_ = start_ + static_cast<std::int64_t>(key >> 44);
  const auto kind = static_cast<Kind>(key >> 40 & 15);
  const auto local = static_cast<std::uint16_t>(key >> 24);
  const auto index = static_cast<std::uint32_t>(key & (most_records - 1));
  if (kind == Kind::packet) {
    if (!(key & own_bit)) return arrive(routing, arrivals_[first_item_[index].index]);
    const Packet packet = own_packets_[index];  // a copy: handling it may add to the own ones
    return arrive(routing, packet);
  }
  const Note n = key & own_bit ? own_notes_[index] : news_[first_item_[index].index & ~note_bit];
  switch (kind) {
    case Kind::credit:
      return take_credit(n);
    case Kind::host_credit:
      return take_host_credit(n);
    case Kind::input:
      return serve_input(routing, local);
    case Kind::output:
      return serve_output(local);
    case Kind::inject:
      return inject(local);
    default:
      return;
  }
}

template <class Routing>
Hop Part::choose(const Routing& routing, Packet& packet) const {
  const auto depth = [this](std::uint16_t port) { return queued(base_[port]); };
  return routing.route(group_, packet.route, depth,
                       static_cast<std::uint64_t>(packet.entered) ^ packet.source);
}

/// A head has come through the pipeline. It is routed at once unless others of its lane are before it.
template <class Routing>
void Part::arrive(const Routing& routing, const Packet& arrived) {
  Port& in = base_[arrived.port];
  if (!(in.in_mask >> arrived.vc & 1) && in.path_free <= now_) {
    Packet packet = arrived;
    const Hop hop = choose(routing, packet);
    if (has_room(base_[hop.port], packet.size)) return enter(in, packet, hop, now_);
    Lane& lane = m_.lanes[m_.lane(first_port_ + packet.port, packet.vc)];
    pool_.append(lane.in_head, lane.in_tail, packet);
    in.in_mask = static_cast<std::uint8_t>(in.in_mask | 1u << packet.vc);
    return block(packet.port, packet.vc, hop);
  }
  Lane& lane = m_.lanes[m_.lane(first_port_ + arrived.port, arrived.vc)];
  const bool first = lane.in_head == no_id;
  pool_.append(lane.in_head, lane.in_tail, arrived);
  in.in_mask = static_cast<std::uint8_t>(in.in_mask | 1u << arrived.vc);
  if (first && !(in.flags & input_wake)) {
    in.flags |= input_wake;
    note({std::max(now_, in.path_free), Kind::input, group_, arrived.port});
  }
}

/// The path from this input is free: the heads of its lanes are tried in turn, one gets the path.
template <class Routing>
void Part::serve_input(const Routing& routing, std::uint16_t local) {
  Port& in = base_[local];
  in.flags = static_cast<std::uint8_t>(in.flags & ~input_wake);
  if (in.path_free <= now_) {
    const unsigned vcs = static_cast<unsigned>(m_.vcs), turn = in.flags >> 4;
    for (unsigned i = 0; i < vcs; ++i) {
      const unsigned vc = (turn + i) % vcs;
      if (!((in.in_mask & ~in.blocked_mask) >> vc & 1)) continue;
      if (!try_head(routing, local, vc)) continue;
      in.flags = static_cast<std::uint8_t>((in.flags & 15) | ((vc + 1) % vcs) << 4);
      break;
    }
  }
  if ((in.in_mask & ~in.blocked_mask) && !(in.flags & input_wake)) {
    in.flags |= input_wake;
    note({in.path_free, Kind::input, group_, local});
  }
}

template <class Routing>
bool Part::try_head(const Routing& routing, std::uint16_t local, unsigned vc) {
  Port& in = base_[local];
  Lane& lane = m_.lanes[m_.lane(first_port_ + local, vc)];
  Packet& head = pool_[lane.in_head];
  const Hop hop = choose(routing, head);
  if (!has_room(base_[hop.port], head.size)) {
    block(local, vc, hop);
    return false;
  }
  Packet packet = pool_.pop(lane.in_head);
  if (lane.in_head == no_id) in.in_mask = static_cast<std::uint8_t>(in.in_mask & ~(1u << vc));
  enter(in, packet, hop, now_);
  return true;
}

}  // namespace ebb
