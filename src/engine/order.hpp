// The order of events at one switch within one window.
#pragma once

#include <functional>

#include "base/ensure.hpp"
#include "engine/part.hpp"

namespace ebb {

inline Part::Key Part::key_of(std::int64_t at, Kind kind, std::uint16_t port, unsigned vc,
                              std::uint32_t index) const {
  return static_cast<Key>(at - start_) << 44 | static_cast<Key>(kind) << 40 | Key{port} << 24 |
         Key{vc} << 20 | index;
}

inline void Part::begin_group(const Item* first, const Item* last) {
  group_ = first->group;
  first_port_ = m_.network.first_port[group_];
  base_ = &m_.ports[first_port_];
  heap_.clear(), own_packets_.clear(), own_notes_.clear();
  next_key_ = 0;
  first_item_ = first;
  const auto count = static_cast<std::size_t>(last - first);
  ENSURE(count < most_records);
  keys_.resize(count);
  Key* keys = keys_.data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t index = first[i].index;
    Key key;
    if (index & note_bit) {
      const Note& n = news_[index & ~note_bit];
      key = key_of(n.at(), n.kind(), n.port, n.vc(), i);
    } else {
      const Packet& p = arrivals_[index];
      key = key_of(p.at, Kind::packet, p.port, p.vc, i);
    }
    if (count > 40) {
      keys[i] = key;
      continue;
    }
    std::uint32_t j = i;  // few: sorted as they come
    for (; j > 0 && key < keys[j - 1]; --j) keys[j] = keys[j - 1];
    keys[j] = key;
  }
  if (count > 40) std::sort(keys_.begin(), keys_.end());
}

inline bool Part::next_key(Key& key) {
  if (!heap_.empty() && (next_key_ == keys_.size() || heap_.front() < keys_[next_key_])) {
    key = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
    heap_.pop_back();
    return true;
  }
  if (next_key_ == keys_.size()) return false;
  key = keys_[next_key_++];
  return true;
}

}  // namespace ebb
