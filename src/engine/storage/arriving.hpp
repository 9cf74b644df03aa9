// Messages of which some packets have arrived and others have not. They are stored in one flat hash table
// with open addressing: a packet of a long message accesses one cache line, which can be prefetched.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/model/records.hpp"

namespace ebb::inline engine {

class ArrivingMessages {
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};  ///< no host has such a number

 public:
  /// Counts one more packet with this payload as arrived or lost. Returns the payload of the whole message
  /// when it was the last one, or lost_payload when any of it was lost.
  std::optional<std::uint64_t> add(const Packet& packet, std::uint64_t payload) {
    if (2 * used_ >= sums_.size()) [[unlikely]]
      grow();
    const std::uint64_t key = key_of(packet);
    std::size_t place = home_of(key);
    while (sums_[place].key != key && sums_[place].key != nobody) place = next(place);
    Sum& sum = sums_[place];
    if (sum.key == nobody) sum = {key, 0, 0, 0}, ++used_;
    if (payload == lost_payload)
      sum.lost = 1;
    else
      sum.payload += payload;
    if (++sum.packets < packet.parts) return std::nullopt;
    const std::uint64_t total = sum.lost ? lost_payload : sum.payload;
    erase(place);
    return total;
  }

  struct alignas(32) Sum {
    std::uint64_t key = nobody;  ///< source and number of the message
    std::uint64_t payload = 0;
    std::uint32_t packets = 0, lost = 0;
  };
  /// Returns where the search for a packet's message starts, to prefetch it.
  const Sum* place_of(const Packet& packet) const { return &sums_[home_of(key_of(packet))]; }

  std::size_t size() const { return used_; }

 private:
  static std::uint64_t key_of(const Packet& packet) {
    return std::uint64_t{packet.source} << 32 | packet.message;
  }
  std::size_t home_of(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15ull) >> shift_; }
  std::size_t next(std::size_t place) const { return (place + 1) & (sums_.size() - 1); }

  /// Entries after the gap move up, as far as their home slot allows, so that every search still finds them.
  void erase(std::size_t gap) {
    for (std::size_t i = next(gap); sums_[i].key != nobody; i = next(i)) {
      const std::size_t mask = sums_.size() - 1;
      if (((i - home_of(sums_[i].key)) & mask) < ((i - gap) & mask)) continue;
      sums_[gap] = sums_[i];
      gap = i;
    }
    sums_[gap] = {};
    --used_;
  }

  [[gnu::noinline]] void grow() {
    const std::vector<Sum> before = std::exchange(sums_, {});
    sums_.resize(std::max<std::size_t>(64, 2 * before.size()));
    shift_ = 64 - std::countr_zero(sums_.size());
    for (const Sum& sum : before) {
      if (sum.key == nobody) continue;
      std::size_t place = home_of(sum.key);
      while (sums_[place].key != nobody) place = next(place);
      sums_[place] = sum;
    }
  }

  std::vector<Sum> sums_ = std::vector<Sum>(2);  ///< at most half full
  std::size_t used_ = 0;
  int shift_ = 63;
};

}  // namespace ebb::inline engine
