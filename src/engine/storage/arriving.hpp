// Messages of which some packets have arrived and others have not. They are stored in one flat hash table
// with open addressing: a packet of a long message accesses one cache line, which can be prefetched.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/accelerator/device.hpp"
#include "engine/model/records.hpp"

namespace ebb::inline engine {

/// The table, in storage that something else owns. It must never be full.
class ArrivingTable {
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};  ///< no host has such a number

 public:
  struct alignas(32) Sum {
    std::uint64_t key = nobody;  ///< source and number of the message
    std::uint64_t payload = 0;
    std::uint32_t packets = 0, lost = 0;

    EBB_DEVICE bool empty() const { return key == nobody; }
  };

  /// The size is a power of two, 2^(64 - shift).
  EBB_DEVICE ArrivingTable(Sum* sums, std::size_t size, int shift, std::size_t used)
      : sums_(sums), size_(size), used_(used), shift_(shift) {}

  /// Counts one more packet with this payload as arrived or lost. Returns the payload of the whole message
  /// when it was the last one, or lost_payload when any of it was lost.
  EBB_DEVICE std::optional<std::uint64_t> add(const Packet& packet, std::uint64_t payload) {
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
  /// Moves an entry of another table here.
  void take(const Sum& sum) {
    std::size_t place = home_of(sum.key);
    while (sums_[place].key != nobody) place = next(place);
    sums_[place] = sum;
    ++used_;
  }

  /// Returns where the search for a packet's message starts, to prefetch it.
  const Sum* place_of(const Packet& packet) const { return &sums_[home_of(key_of(packet))]; }
  EBB_DEVICE std::size_t size() const { return size_; }
  EBB_DEVICE std::size_t used() const { return used_; }

 private:
  EBB_DEVICE static std::uint64_t key_of(const Packet& packet) {
    return std::uint64_t{packet.source} << 32 | packet.message;
  }
  EBB_DEVICE std::size_t home_of(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15ull) >> shift_; }
  EBB_DEVICE std::size_t next(std::size_t place) const { return (place + 1) & (size_ - 1); }

  /// Entries after the gap move up, as far as their home slot allows, so that every search still finds them.
  EBB_DEVICE void erase(std::size_t gap) {
    for (std::size_t i = next(gap); sums_[i].key != nobody; i = next(i)) {
      const std::size_t mask = size_ - 1;
      if (((i - home_of(sums_[i].key)) & mask) < ((i - gap) & mask)) continue;
      sums_[gap] = sums_[i];
      gap = i;
    }
    sums_[gap] = {};
    --used_;
  }

  Sum* sums_;
  std::size_t size_, used_;
  int shift_;
};

class ArrivingMessages {
 public:
  using Sum = ArrivingTable::Sum;

  ArrivingMessages() = default;
  ArrivingMessages(ArrivingMessages&&) = default;  // the table stays where it is
  ArrivingMessages& operator=(ArrivingMessages&&) = default;

  std::optional<std::uint64_t> add(const Packet& packet, std::uint64_t payload) {
    if (2 * table_.used() >= table_.size()) [[unlikely]]
      grow();
    return table_.add(packet, payload);
  }
  const Sum* place_of(const Packet& packet) const { return table_.place_of(packet); }
  std::size_t size() const { return table_.used(); }

 private:
  [[gnu::noinline]] void grow() {
    const std::vector<Sum> before = std::exchange(sums_, {});
    sums_.resize(std::max<std::size_t>(64, 2 * before.size()));
    table_ = ArrivingTable(sums_.data(), sums_.size(), 64 - std::countr_zero(sums_.size()), 0);
    for (const Sum& sum : before)
      if (!sum.empty()) table_.take(sum);
  }

  std::vector<Sum> sums_ = std::vector<Sum>(2);  ///< at most half full
  ArrivingTable table_{sums_.data(), 2, 63, 0};
};

}  // namespace ebb::inline engine
