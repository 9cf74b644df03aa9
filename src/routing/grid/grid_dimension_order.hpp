// Dimension order on a mesh or torus: the shorter direction along the lowest dimension first, then the next.
// Between two equally short directions round a ring the packet's hash decides.
//
// Mesh: channels of a dimension are followed by channels further in the same direction or of a higher
// dimension, so one virtual channel is enough. Torus: along each ring a packet that will cross the edge
// starts on virtual channel 0 and has 1 once it is past it. Others keep the one their hash selected. So no
// virtual channel is occupied all the way round (Dally and Seitz's dateline), and two are enough.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/grid_shape.hpp"
#include "network/network.hpp"
#include "routing/grid/grid_paths.hpp"

namespace ebb::inline routing {

struct GridDimensionOrder {
  GridPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return GridPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return paths.wraps ? 2 : 1; }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const std::uint64_t bits = route_bits(salt, packet.hops);
    ++packet.hops;
    const std::uint32_t d = paths.first_difference(here, packet.to);
    const GridPaths::Shorter shorter = paths.shorter(d, paths.of(here)[d], paths.of(packet.to)[d]);
    const bool up = shorter.up && (!shorter.down || (bits & 1));
    return step(here, packet, d, up ? Direction::up : Direction::down, bits >> 1 & 1);
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    const std::uint32_t d = paths.first_difference(here, packet.to);
    const GridPaths::Shorter shorter = paths.shorter(d, paths.of(here)[d], paths.of(packet.to)[d]);
    for (const Direction way : {Direction::down, Direction::up})
      for (unsigned requested = 0; requested < 2 && (way == Direction::up ? shorter.up : shorter.down);
           ++requested) {
        Route next = packet;
        const Hop hop = step(here, next, d, way, requested);
        each(hop, next);
      }
  }

 private:
  /// Phase: 1 + 2 * dimension + virtual channel, so that a packet keeps the channel along a ring. `requested`
  /// is the channel of a packet that may use either.
  EBB_DEVICE Hop step(SwitchId here, Route& packet, std::uint32_t d, Direction way,
                      std::uint64_t requested) const {
    const std::uint16_t me = paths.of(here)[d], to = paths.of(packet.to)[d];
    const std::uint16_t port = paths.port_of(here, d, way);
    if (!paths.wraps) return {port, 0};
    std::uint64_t vc = packet.phase & 1 ? 0 : 1;
    if (packet.phase == 0 || (packet.phase - 1u) / 2 != d)
      vc = GridPaths::goes_round(me, to, way) ? 0 : requested;
    const bool past_edge = paths.crosses_edge(d, me, way);
    packet.phase = static_cast<std::uint8_t>(1 + 2 * d + (past_edge ? 1 : vc));
    return {port, static_cast<std::uint8_t>(vc)};
  }
};

}  // namespace ebb::inline routing
