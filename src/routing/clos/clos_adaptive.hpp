// Adaptive routing on the folded Clos: up over the shortest queue until the destination is below, then down.
// Of parallel cables it takes the one with the shortest queue. One virtual channel (clos_paths.hpp).
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/awake_ports.hpp"
#include "routing/clos/clos_paths.hpp"
#include "routing/shortest_queue.hpp"

namespace ebb::inline routing {

struct ClosAdaptive {
  ClosPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return ClosPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return 1; }
  static constexpr bool avoids_sleeping = true;

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength& queue_length,
                       std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const ClosPaths::Ports ports = paths.next(here, packet.to);
    ShortestQueue queue(route_bits(salt, packet.hops));
    Hop best{ports.first, 0};
    for (std::uint16_t port = ports.first; port < ports.end; ++port)
      if (is_awake(queue_length, port) && queue.beats(queue_length(port))) best.port = port;
    ++packet.hops;
    return best;
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    paths.options(here, packet, each);
  }
};

}  // namespace ebb::inline routing
