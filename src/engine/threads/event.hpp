// An event of one window: its place in the order of its switch, and what to look up.
#pragma once

#include "engine/model/records.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The order is by time within the window (32 bits), kind (8), port (16) and detail (8): ties are resolved by
/// content, never by insertion order.
struct Event {
  std::uint64_t order = 0;
  SwitchId switch_id = 0;
  std::uint32_t load = 0;  ///< index of the packet or notification, or the amount of a timed event

  static std::uint64_t make_order(std::int64_t offset, Kind kind, unsigned port, unsigned detail) {
    return static_cast<std::uint64_t>(offset) << 32 | static_cast<std::uint64_t>(kind) << 24 |
           std::uint64_t{port} << 8 | detail;
  }
  static std::int64_t offset(std::uint64_t order) { return static_cast<std::int64_t>(order >> 32); }
  static Kind kind(std::uint64_t order) { return static_cast<Kind>(order >> 24 & 255); }
  static std::uint16_t port(std::uint64_t order) { return static_cast<std::uint16_t>(order >> 8); }
  static unsigned detail(std::uint64_t order) { return static_cast<unsigned>(order & 255); }
};
static_assert(sizeof(Event) == 16);

}  // namespace ebb::inline engine
