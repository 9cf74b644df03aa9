// Dimensionally adaptive routing on the flattened butterfly (DAL of HyperX). At each switch, in each
// dimension in which the packet's coordinate differs from its destination's, it may take the minimal hop or,
// once per dimension, go to any other coordinate first. It takes the output with the smallest product of
// queue length and remaining hops. The minimal hop wins ties; other ties are broken at random. Virtual
// channel = hops taken so far, at most two in each dimension. A packet only ever waits for a higher one, so
// there is no cycle.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "routing/butterfly/butterfly_paths.hpp"
#include "routing/route.hpp"
#include "routing/shortest_queue.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

struct Dal {
  Bytes threshold{0};
  ButterflyPaths paths;

  static constexpr auto fields() {
    return std::tuple{field("threshold", &Dal::threshold,
                            "queued bytes times hops by which a detour must be cheaper to be taken",
                            threshold_range)};
  }
  Problems check() const;
  Problems check(const Network& network) const;
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return static_cast<int>(2 * paths.dimensions); }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength& queue_length,
                       std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const std::int64_t left = paths.distance(here, packet.to);
    ShortestQueue queue(route_bits(salt, packet.hops));
    Hop best;
    Route taken = packet;
    options(here, packet, [&](Hop hop, const Route& next) {
      const bool detour = next.phase != packet.phase;
      const std::int64_t weight =
          detour ? queue_length(hop.port) * (left + 1) + threshold.v : queue_length(hop.port) * left;
      if (queue.beats(2 * weight + detour))
        best = hop, taken = next;  // the minimal hop wins a tie by the last digit
    });
    packet = taken;
    return best;
  }

  /// Bit d of the phase: the detour of dimension d has been taken.
  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    const std::uint16_t *me = paths.of(here), *to = paths.of(packet.to);
    const auto vc = static_cast<std::uint8_t>(packet.hops);
    for (std::uint32_t d = 0; d < paths.dimensions; ++d) {
      if (me[d] == to[d]) continue;
      const std::uint16_t width = paths.dimension[d].parallel;
      Route next = packet;
      ++next.hops;
      const std::uint16_t straight = paths.port(d, me[d], to[d]);
      for (std::uint16_t l = 0; l < width; ++l) each(Hop{static_cast<std::uint16_t>(straight + l), vc}, next);
      if (packet.phase >> d & 1) continue;
      next.phase = static_cast<std::uint8_t>(packet.phase | 1u << d);
      const std::uint16_t first = paths.dimension[d].first_port;
      const auto end = static_cast<std::uint16_t>(first + (paths.dimension[d].size - 1) * width);
      for (std::uint16_t p = first; p < end; ++p)
        if (p < straight || p >= straight + width) each(Hop{p, vc}, next);
    }
  }
};

}  // namespace ebb::inline routing
