// Minimal adaptive routing with escape channels on a mesh or torus (Duato). Of the channels that bring it
// nearer, a packet takes the one with the shortest queue among those where it need not wait for credits. When
// there is none it takes the escape channel, and waits for it if necessary.
//
// Only escape channels are ever waited for. They follow dimension order, on a torus with a dateline: virtual
// channel 0 while the path still leads over the edge, 1 when it does not. So there is no cycle, and a packet
// on an adaptive channel always has an escape channel to go to. The last virtual channel is the adaptive one:
// two on a mesh, three on a torus.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/grid_shape.hpp"
#include "network/network.hpp"
#include "routing/grid/grid_paths.hpp"
#include "routing/shortest_queue.hpp"

namespace ebb::inline routing {

struct GridAdaptive {
  GridPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return GridPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return paths.wraps ? 3 : 2; }
  bool waits_for(Hop hop) const { return hop.vc != adaptive(); }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength& queue_length,
                       std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    ShortestQueue queue(route_bits(salt, packet.hops));
    ++packet.hops;
    Hop best = escape(here, packet.to);
    each_nearer(here, packet.to, [&](Hop hop) {
      if (queue_length.open(hop) && queue.beats(queue_length(hop.port))) best = hop;
    });
    return best;
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    each_nearer(here, packet.to, [&](Hop hop) { each(hop, packet); });
    each(escape(here, packet.to), packet);
  }

 private:
  EBB_DEVICE std::uint8_t adaptive() const { return paths.wraps ? 2 : 1; }

  template <class Each>
  EBB_DEVICE void each_nearer(SwitchId here, SwitchId to, Each each) const {
    for (std::uint32_t d = 0; d < paths.dimensions; ++d) {
      const std::uint16_t from = paths.of(here)[d], end = paths.of(to)[d];
      if (from == end) continue;
      const GridPaths::Shorter shorter = paths.shorter(d, from, end);
      if (shorter.down) each(Hop{paths.port_of(here, d, Direction::down), adaptive()});
      if (shorter.up) each(Hop{paths.port_of(here, d, Direction::up), adaptive()});
    }
  }
  EBB_DEVICE Hop escape(SwitchId here, SwitchId to) const {
    const std::uint32_t d = paths.first_difference(here, to);
    const std::uint16_t from = paths.of(here)[d], end = paths.of(to)[d];
    const Direction way = paths.shorter(d, from, end).up ? Direction::up : Direction::down;
    const bool later = paths.wraps && !GridPaths::goes_round(from, end, way);
    return {paths.port_of(here, d, way), static_cast<std::uint8_t>(later ? 1 : 0)};
  }
};

}  // namespace ebb::inline routing
