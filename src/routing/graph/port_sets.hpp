// Forwarding tables for any graph: for each destination switch, switch and phase of a packet, the set of
// ports over which its shortest paths continue. Phase 0 may still go up and phase 1 may not (up_down.hpp).
// Phase 2, where wanted, is free of that rule and uses the graph's own shortest paths.
//
// Two bytes for each destination, switch and phase: the number of one of the switch's few different sets. A
// rank needs the tables of its own switches only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"

namespace ebb::inline routing {

class PortSets {
 public:
  struct Step {
    std::uint16_t port = 0;
    std::uint8_t phase = 0;  ///< afterwards
    bool operator==(const Step&) const = default;
  };
  static constexpr std::uint8_t free_phase = 2;

  /// Returns the problems of a routing with tables for this many phases, 2 or 3.
  static Problems check(const Network& network, std::uint32_t phases);
  /// Fills the tables of the switches `own`, of all switches when it is empty.
  void fill(const Network& network, std::uint32_t phases, const std::vector<SwitchId>& own = {});
  std::uint64_t bytes() const;

  /// `here` has a table; `to` has hosts and is not `here`.
  std::span<const Step> steps(SwitchId here, SwitchId to, std::uint32_t phase) const {
    const Table& table = table_[here];
    const std::size_t place = (std::size_t{row_[to]} * columns_ + table.column) * phases_ + phase;
    const std::uint32_t set = table.first_set + set_[place];
    return {steps_.data() + range_[set], steps_.data() + range_[set + 1]};
  }

 private:
  friend class PortSetsFiller;
  struct Table {
    std::uint32_t column = 0, first_set = 0;
  };

  std::uint32_t columns_ = 0, phases_ = 2;
  std::vector<std::uint32_t> row_;    ///< of each destination switch; no_id for one without hosts
  std::vector<Table> table_;          ///< of each switch
  std::vector<std::uint16_t> set_;    ///< [(row * columns + column) * phases + phase]
  std::vector<std::uint32_t> range_;  ///< first step of each set, and one past the end
  std::vector<Step> steps_;
};

}  // namespace ebb::inline routing
