// The part of a switch's forwarding table that concerns its links, and why a link has to be on. These are
// plain numbers, so a policy can choose links without knowing a network or a routing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ebb::inline power {

/// Why a link of a switch has to be on, or that it may be off.
enum class LinkNeed : std::uint8_t {
  none,      ///< it may be off
  busy,      ///< destinations that it leads to are in heavy use
  connects,  ///< without it a destination could not be reached from here
  replaces   ///< until links that have to be on are up
};

struct NextHopTable {
  /// One of these ports must be on for this destination.
  struct NextHops {
    std::uint32_t to = 0;
    std::vector<std::uint16_t> by;
    bool operator==(const NextHops&) const = default;
  };
  std::uint16_t ports = 0;            ///< of the switch
  std::vector<std::uint8_t> is_link;  ///< by port: it may be off; the other ports of NextHops are always on
  std::vector<NextHops> all;

  explicit NextHopTable(std::size_t count = 0) : ports(static_cast<std::uint16_t>(count)), is_link(count) {}

  void add(std::uint32_t to, std::span<const std::uint16_t> by) {
    NextHops hops{to, {by.begin(), by.end()}};
    if (std::find(all.rbegin(), all.rend(), hops) == all.rend()) all.push_back(std::move(hops));
  }
};

/// What a switch knows of its links now.
struct SwitchLinks {
  const NextHopTable* next_hops = nullptr;
  std::vector<double> load;      ///< by port: share of full rate in the last window
  std::vector<std::uint8_t> up;  ///< by port: packets may take it
};

}  // namespace ebb::inline power
