// Minimal adaptive routing on the flattened butterfly, the founding paper's. At each switch the packet takes,
// of the channels that bring it nearer, the one with the shortest output queue. Ties are broken at random.
// Virtual channel = hops taken so far. A packet only ever waits for a higher one, so there is no cycle.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/butterfly/butterfly_paths.hpp"
#include "routing/route.hpp"
#include "routing/shortest_queue.hpp"

namespace ebb::inline routing {

struct MinimalAdaptive {
  ButterflyPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return ButterflyPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return static_cast<int>(paths.dimensions); }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength& queue_length,
                       std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const std::uint16_t *me = paths.of(here), *to = paths.of(packet.to);
    ShortestQueue queue(route_bits(salt, packet.hops));
    Hop best{0, static_cast<std::uint8_t>(packet.hops)};
    for (std::uint32_t d = 0; d < paths.dimensions; ++d) {
      if (me[d] == to[d]) continue;
      const std::uint16_t first = paths.port(d, me[d], to[d]), width = paths.dimension[d].parallel;
      for (std::uint16_t l = 0; l < width; ++l) {
        const auto port = static_cast<std::uint16_t>(first + l);
        if (queue.beats(queue_length(port))) best.port = port;
      }
    }
    ++packet.hops;
    return best;
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    Route next = packet;
    if (packet.to != here) ++next.hops;
    foreseen(here, packet, [&](Hop hop, bool taken) {
      if (taken) each(hop, next);
    });
  }

  template <class Each>
  [[gnu::always_inline]] EBB_DEVICE void foreseen(SwitchId here, const Route& packet,
                                                  const Each& each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, true);
    paths.each_dimension(
        here, packet.to, [&](std::uint16_t port, bool nearer) __attribute__((always_inline)) {
          each(Hop{port, static_cast<std::uint8_t>(packet.hops)}, nearer);
        });
  }
};

}  // namespace ebb::inline routing
