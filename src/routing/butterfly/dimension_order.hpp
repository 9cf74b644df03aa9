// Dimension order on the flattened butterfly: one hop in each dimension in which source and destination
// differ, lowest first. The packet's own hash selects among parallel links. A channel is followed only by
// channels of a higher dimension, so one virtual channel is enough.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/butterfly/butterfly_paths.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

struct DimensionOrder {
  ButterflyPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return ButterflyPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return 1; }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const std::uint64_t bits = route_bits(salt, packet.hops);
    ++packet.hops;
    return {paths.next_in_order(here, packet.to, bits), 0};
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    Route next = packet;
    ++next.hops;
    paths.each_in_order(here, packet.to, [&](std::uint16_t port) { each(Hop{port, 0}, next); });
  }
};

}  // namespace ebb::inline routing
