// The order of events at one switch within one window.
#pragma once

#include <algorithm>

#include "engine/part.hpp"

namespace ebb::inline engine {

/// For heaps with the earliest event in front.
inline bool later(const Event& a, const Event& b) { return a.order > b.order; }

/// Few as they are, insertion is the fastest way.
inline void Part::sort_group(Event* first, Event* last) {
  if (last - first > 48) {
    std::sort(first, last, [](const Event& a, const Event& b) { return a.order < b.order; });
  } else {
    for (Event* i = first + 1; i < last; ++i) {
      const Event event = *i;
      Event* j = i;
      for (; j > first && event.order < j[-1].order; --j) *j = j[-1];
      *j = event;
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
inline void Part::insert_own(const Event& event) {
  heap_.push_back(event);
  std::push_heap(heap_.begin(), heap_.end(), later);
}

[[gnu::always_inline]] inline void Part::fly(const Packet& packet, Kind kind) {
  if (far(packet.group)) [[unlikely]]
    return post(packet);
  if (packet.at >= finish_) [[likely]]
    return calendar_.add(packet, kind);
  insert_own({Event::make_order(packet.at - start_, kind, packet.port, packet.vc), group_,
              static_cast<std::uint32_t>(own_packets_.size()) | own_bit});
  own_packets_.push_back(packet);
}

inline void Part::note(const Note& n) {
  if (far(n.group)) [[unlikely]]
    return post(n);
  if (n.at >= finish_ || !out_) [[likely]]
    return calendar_.add(n);
  insert_own({Event::make_order(n.at - start_, n.kind, n.port, n.vc), group_, n.bytes});
}

}  // namespace ebb::inline engine
