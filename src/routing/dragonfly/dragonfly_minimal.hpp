// Minimal routing on the dragonfly: a local hop to a switch with a cable to the destination's group, the
// global hop, a local hop; each only where needed. Virtual channel = global hops taken so far. Packets use
// the channels in the order local 0, global 0, local 1, so two are enough.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_paths.hpp"

namespace ebb::inline routing {

struct DragonflyMinimal {
  DragonflyPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return DragonflyPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return 2; }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const DragonflyPaths::Step step = paths.toward(here, packet.to, route_bits(salt, packet.hops));
    const Hop hop{step.port, static_cast<std::uint8_t>(packet.phase)};
    if (step.global) packet.phase = 1;
    ++packet.hops;
    return hop;
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    paths.each_toward(here, packet.to, [&](DragonflyPaths::Step step) {
      Route next = packet;
      if (step.global) next.phase = 1;
      each(Hop{step.port, static_cast<std::uint8_t>(packet.phase)}, next);
    });
  }
};

}  // namespace ebb::inline routing
