// Chiu's odd-even turn model on a mesh of two dimensions, minimal and adaptive: of the hops that bring the
// packet nearer and that the model allows, it takes the shortest queue. Eastbound packets turn north or south
// in odd columns only, and turn west only in even ones. So the rightmost column of a would-be cycle cannot
// have both turns, and one virtual channel is enough.
#pragma once

#include "base/problem.hpp"
#include "network/grid_shape.hpp"
#include "network/network.hpp"
#include "routing/grid/grid_paths.hpp"
#include "routing/shortest_queue.hpp"

namespace ebb::inline routing {

struct GridOddEven {
  GridPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const;
  void prepare(const Network& network) { paths.prepare(network); }
  int vcs() const { return 1; }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    ShortestQueue queue(route_bits(salt, packet.hops));
    Hop best;
    Route taken = packet;
    options(here, packet, [&](Hop hop, const Route& next) {
      if (queue.beats(queue_length(hop.port))) best = hop, taken = next;
    });
    packet = taken;
    ++packet.hops;
    return best;
  }

  /// Phase 1: the packet has moved east, so leaving this row is a turn.
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    const std::uint16_t column = paths.of(here)[0], row = paths.of(here)[1];
    const std::uint16_t to_column = paths.of(packet.to)[0], to_row = paths.of(packet.to)[1];
    const bool odd = column % 2 == 1, east = to_column > column, west = to_column < column;
    Route next = packet;
    const auto along_column_allowed = east ? odd || packet.phase == 0 : west ? !odd : true;
    if (to_row != row && along_column_allowed)
      each(Hop{paths.port_of(here, 1, to_row > row ? Direction::up : Direction::down), 0}, next);
    // In the last column before an even destination column the packet must be in its row already.
    if (east && (to_row == row || to_column % 2 == 1 || to_column - column != 1)) {
      next.phase = 1;
      each(Hop{paths.port_of(here, 0, Direction::up), 0}, next);
    }
    if (west) each(Hop{paths.port_of(here, 0, Direction::down), 0}, next);
  }
};

}  // namespace ebb::inline routing
