// The connections of a host by the host at their other end. A look-up mostly touches one line of memory: open
// addressing with linear probing, at most half full. Nothing depends on the order of the slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline engine {

class ConnectionTable {
 public:
  /// Returns the place of the connection with a host. A connection that is new gets the place `next`.
  std::uint32_t place_of(HostId other, std::uint32_t next) {
    Slot* slot = &find(other);
    if (slot->place != no_id) return slot->place;
    if (2 * ++taken_ > slots_.size()) grow(), slot = &find(other);
    *slot = {other, next};
    return next;
  }
  /// Returns the place where there is a connection, or no_id.
  std::uint32_t known_place_of(HostId other) const {
    return const_cast<ConnectionTable&>(*this).find(other).place;
  }
  /// Where the search for a host begins: for prefetching.
  const std::uint64_t* line_of(HostId other) const {
    return reinterpret_cast<const std::uint64_t*>(&slots_[begin_of(other)]);
  }

 private:
  struct Slot {
    HostId other = 0;
    std::uint32_t place = no_id;
  };

  std::size_t in_table(std::size_t number) const { return number & (slots_.size() - 1); }
  std::size_t begin_of(HostId other) const {
    constexpr std::uint32_t golden = 0x9e3779b9;  // hosts in steps are spread over the table
    return in_table(other * golden >> 7);
  }
  Slot& find(HostId other) {
    std::size_t at = begin_of(other);
    while (slots_[at].place != no_id && slots_[at].other != other) at = in_table(at + 1);
    return slots_[at];
  }
  void grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : before)
      if (slot.place != no_id) find(slot.other) = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(8);  ///< a power of two
  std::uint32_t taken_ = 0;
};

}  // namespace ebb::inline engine
