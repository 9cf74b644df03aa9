// The order in which the cables of a flattened butterfly are powered up (Abts, section 5.2). The switches of
// one dimension with all other coordinates equal form a row, which is fully connected. The cables between
// neighbours are its *line*: all lines together are a mesh. The cable between the two ends makes it a *ring*:
// a torus. All others are *chords*: with them it is the whole butterfly. Of parallel cables the first one has
// this role, the others count as chords.
//
// Lines are never switched off. Every row is connected by its line alone, and any two switches by the lines
// of the rows on the dimension-order path. So every switch reaches every other one, whatever else is off.
#pragma once

#include "network/network.hpp"
#include "routing/butterfly/butterfly_paths.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline routing {

enum class Stage : std::uint8_t { line, ring, chord };

struct ButterflyStages final : LinkStages {
  ButterflyPaths paths;

  explicit ButterflyStages(const Network& network) { paths.prepare(network); }

  /// Three counts are propagated along a row: the rings that are up from either end, and the chords that are
  /// up.
  enum Count : std::uint8_t { ring_from_first, ring_from_last, chords, number_of_counts };

  Place place(SwitchId s, std::uint16_t port) const override;
  std::uint32_t rows() const override { return paths.dimensions; }
  std::uint32_t counts() const override { return number_of_counts; }
  void each_in_row(SwitchId s, std::uint32_t row, const EachSwitch& each) const override;
  void each_shorter(SwitchId s, std::uint16_t port, const EachPort& each) const override;
  Near near(const Place& place, const Knows& knows) const override;

  bool has_ring(std::uint32_t row) const { return paths.dimension[row].size > 2; }
  Stage stage(SwitchId s, std::uint16_t port) const { return static_cast<Stage>(place(s, port).stage); }
};

}  // namespace ebb::inline routing
