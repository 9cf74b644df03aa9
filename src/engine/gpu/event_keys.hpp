// The events of a switch in the window at hand: a key for each, in no order.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "engine/model/records.hpp"

namespace ebb::inline engine {

/// The order of the events of a switch in a window, as in every executor: by time, kind, port and detail. The
/// last 15 bits are where the event is. Of packets there is one key for each port, so detail is not needed.
struct EventKey {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  /// A time in a window has 20 bits. No lookahead is longer (longest_lookahead in model/network_state.cpp).
  static constexpr std::int64_t longest_window = std::int64_t{1} << 20;
  EBB_DEVICE static std::uint64_t of(std::int64_t offset, Kind kind, unsigned port, unsigned detail,
                                     unsigned place) {
    return static_cast<std::uint64_t>(offset) << 44 | std::uint64_t{static_cast<unsigned>(kind)} << 39 |
           std::uint64_t{port} << 23 | detail << 15 | place;
  }
  EBB_DEVICE static Kind kind(std::uint64_t key) { return static_cast<Kind>(key >> 39 & 0x1f); }
  EBB_DEVICE static unsigned port(std::uint64_t key) { return key >> 23 & 0xffff; }
  EBB_DEVICE static unsigned place(std::uint64_t key) { return key & 0x7fff; }
};

/// The keys, in memory that all lanes of the switch see: key i is at first[i * stride]. Only one of the lanes
/// adds and removes keys, and knows how many there are.
struct EventKeys {
  std::uint64_t* first = nullptr;
  std::uint32_t stride = 1, room = 0, count = 0;

  EBB_DEVICE std::uint64_t& operator[](std::uint32_t i) const { return first[std::size_t{i} * stride]; }
};

}  // namespace ebb::inline engine
