// Virtual lanes as InfiniBand has them: the [lanes] section of a run. A lane is a copy of all virtual
// channels that the routing needs, for one class of traffic.
#pragma once

#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline engine {

inline constexpr int most_virtual_lanes = 16, most_service_levels = 16, most_weight = 255;

struct LaneSettings {
  std::int64_t count = 1;
  std::vector<std::int64_t> weights;
  std::int64_t high = 0;
  Bytes limit = 4_KiB;
  std::vector<std::int64_t> map, shares;

  bool in_use() const { return count > 1; }
  /// Returns the lane of a service level.
  unsigned lane_of(unsigned level) const {
    const auto lane = map.empty() ? std::int64_t{level} % count : map[level % map.size()];
    return static_cast<unsigned>(lane);
  }
  std::int64_t weight_of(unsigned lane) const { return weights.empty() ? 1 : weights[lane]; }
  /// Returns the proportions in which messages of levels 0, 1, … are made.
  std::vector<std::int64_t> shares_of_levels() const {
    if (!shares.empty()) return shares;
    return std::vector<std::int64_t>(map.empty() ? static_cast<std::size_t>(count) : map.size(), 1);
  }

  static constexpr auto fields() {
    return std::tuple{
        field("count", &LaneSettings::count,
              "lanes for classes of traffic, each with all virtual channels that the routing needs",
              {1, most_virtual_lanes}),
        field("weights", &LaneSettings::weights,
              "by lane: largest packets in a turn, at outputs, inputs and hosts; []: one each",
              {1, most_weight}),
        field("high", &LaneSettings::high, "lanes, from the first on, that go before the others",
              {0, most_virtual_lanes}),
        field("limit", &LaneSettings::limit,
              "bytes that these may send while others wait, before one of those has a turn; 0B: one packet",
              {{0}, {1 << 30}}),
        field("map", &LaneSettings::map, "by service level: its lane; []: level modulo lanes",
              {0, most_virtual_lanes - 1}),
        field("shares", &LaneSettings::shares,
              "by service level: how many messages have it, against the others; []: as many each",
              {0, 1'000'000})};
  }
  Problems check() const;
};

}  // namespace ebb::inline engine
