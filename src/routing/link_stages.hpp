// The order in which the cables of a flattened butterfly are powered up (Abts, section 5.2). The switches of
// one dimension with all other coordinates alike are a row, fully connected. The cables between neighbours
// are its *line*: all lines together are a mesh. The cable between the two ends makes it a *ring*: a torus.
// All others are *chords*: with them it is the whole butterfly. Of parallel cables the first one has the
// place, the others count as chords.
//
// Lines are never switched off. Every row is connected by its line alone, and any two switches by the lines
// of the rows that dimension order leads along: so whatever else is off, every switch reaches every other
// one.
#pragma once

#include "routing/butterfly_paths.hpp"

namespace ebb::inline routing {

enum class Stage : std::uint8_t { line, ring, chord };

struct LinkStages {
  ButterflyPaths paths;

  explicit LinkStages(const Network& network) { paths.prepare(network); }

  /// Which rings are up, and how many chords, is spread along a row, in three numbers.
  enum Count : std::uint8_t { ring_from_first, ring_from_last, chords, counts };

  struct Place {
    Stage stage = Stage::line;
    Count count = chords;
    std::uint16_t row = 0;  ///< its dimension
  };
  /// Of the channel that leaves a port of the switch; a host's is like a line's.
  Place place(SwitchId s, std::uint16_t port) const;

  /// Calls each(port) for other ports that lead the same way, no further than this one, furthest first, until
  /// it returns true.
  template <class Each>
  void each_shorter(SwitchId s, std::uint16_t port, Each each) const {
    const std::uint16_t row = place(s, port).row;
    const ButterflyPaths::Dimension& x = paths.dimension[row];
    const int me = paths.of(s)[row], other = (port - x.first_port) / x.parallel,
              to = other < me ? other : other + 1;
    for (int c = to; c != me; c += to > me ? -1 : 1)
      for (std::uint16_t l = 0; l < x.parallel; ++l) {
        const auto shorter = static_cast<std::uint16_t>(
            paths.port(row, static_cast<std::uint16_t>(me), static_cast<std::uint16_t>(c)) + l);
        if (shorter != port && each(shorter)) return;
      }
  }

  std::uint32_t rows() const { return paths.dimensions; }
  bool has_ring(std::uint32_t row) const { return paths.dimension[row].size > 2; }
  /// Calls each(switch, hops along the line) for all switches of the row of `s`, itself with 0.
  template <class Each>
  void each_in_row(SwitchId s, std::uint32_t row, Each each) const {
    const ButterflyPaths::Dimension& x = paths.dimension[row];
    const std::uint16_t me = paths.of(s)[row];
    for (std::uint16_t c = 0; c < x.size; ++c)
      each(static_cast<SwitchId>(s - me * x.stride + c * x.stride), c < me ? me - c : c - me);
  }
};

}  // namespace ebb::inline routing
