// The order of events at one switch within one window.
#pragma once

#include <algorithm>
#include <functional>

#include "engine/part.hpp"

namespace ebb {

/// Few as they are, insertion is the fastest way.
inline void Part::sort_group(Key* first, Key* last) {
  if (last - first > 48) {
    std::sort(first, last);
  } else {
    for (Key* i = first + 1; i < last; ++i) {
      const Key key = *i;
      Key* j = i;
      for (; j > first && key < j[-1]; --j) *j = j[-1];
      *j = key;
    }
  }
  if (m_.listens || controlled_) order_ties(first, last);
}

inline void Part::begin_group(SwitchId group) {
  group_ = group;
  first_port_ = m_.network.first_port[group];
  out_ = &outs_[first_port_];
}

/// Something new for the switch at hand within the window at hand.
inline void Part::insert_own(const Key& key) {
  heap_.push_back(key);
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
}

[[gnu::always_inline]] inline void Part::fly(const Packet& packet, Kind kind) {
  if (!mine(packet.group)) [[unlikely]]
    return post(packet);
  if (packet.at >= finish_) [[likely]]
    return calendar_.add(packet, kind);
  insert_own({Event::make_order(packet.at - start_, kind, packet.port, packet.vc),
              static_cast<std::uint32_t>(own_packets_.size()) | own_bit});
  own_packets_.push_back(packet);
}

inline void Part::note(const Note& n) {
  if (!mine(n.group)) [[unlikely]]
    return post(n);
  if (n.at >= finish_ || !out_) [[likely]]
    return calendar_.add(n);
  insert_own({Event::make_order(n.at - start_, n.kind, n.port, n.vc), n.bytes});
}

}  // namespace ebb
