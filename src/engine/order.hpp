// The order of events at one switch within one window.
#pragma once

#include <functional>

#include "base/ensure.hpp"
#include "engine/part.hpp"

namespace ebb {

inline Part::Key Part::key_of(std::int64_t at, Kind kind, std::uint16_t port, unsigned vc, std::uint32_t index) const {
  return static_cast<Key>(at - start_) << 44 | static_cast<Key>(kind) << 40 | Key{port} << 24 | Key{vc} << 20 | index;
}

/// Credits that nobody waits for need no place in the order: they are looked up when they are missed, and
/// counted at the end of the window.
inline bool Part::is_lazy(const Note& n) const {
  if (n.kind() == Kind::credit) return !(base_[n.port].wait_mask >> n.vc() & 1);
  return n.kind() == Kind::host_credit && !(base_[n.port].flags & host_waits);
}

inline void Part::begin_group(const Item* first, const Item* last) {
  group_ = first->group;
  first_port_ = m_.network.first_port[group_];
  base_ = &m_.ports[first_port_];
  keys_.clear(), heap_.clear(), lazy_.clear(), own_packets_.clear(), own_notes_.clear();
  next_key_ = 0;
  first_item_ = first;
  ENSURE(last - first < most_records);
  for (const Item* item = first; item != last; ++item) {
    const auto index = static_cast<std::uint32_t>(item - first);
    if (item->index & note_bit) {
      const Note& n = news_[item->index & ~note_bit];
      if (is_lazy(n)) lazy_.push_back(n);
      else keys_.push_back(key_of(n.at(), n.kind(), n.port, n.vc(), index));
    } else {
      const Packet& p = arrivals_[item->index];
      keys_.push_back(key_of(p.at, Kind::packet, p.port, p.vc, index));
    }
  }
  if (keys_.size() > 40) {
    std::sort(keys_.begin(), keys_.end());
    return;
  }
  for (std::size_t i = 1; i < keys_.size(); ++i) {
    const Key key = keys_[i];
    std::size_t j = i;
    for (; j > 0 && key < keys_[j - 1]; --j) keys_[j] = keys_[j - 1];
    keys_[j] = key;
  }
}

/// The lane at the channel's source that a credit is for.
inline std::size_t Part::lane_of(const Note& credit) const {
  if (credit.kind() == Kind::credit) return m_.lane(first_port_ + credit.port, credit.vc());
  return m_.lane(m_.network.peer[first_port_ + credit.port], 0);
}

inline void Part::end_group() {
  for (const Note& n : lazy_) m_.credit[lane_of(n)] += n.bytes;
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
