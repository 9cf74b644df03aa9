// Valiant's routing on the dragonfly over a random group, which spreads any traffic between groups over all
// global cables. Packets within a group take the minimal path. Three virtual channels (dragonfly_detour.hpp).
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_detour.hpp"

namespace ebb::inline routing {

struct DragonflyValiantGroup {
  DragonflyDetour detour;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return DragonflyPaths::check(network); }
  void prepare(const Network& network) { detour.paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    detour.paths.each_table(visit);
  }
  int vcs() const { return 3; }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t salt) const {
    if (packet.to == here && packet.via == no_id) return {packet.out, 0};
    if (packet.hops == 0) packet.via = detour.random_group(here, packet.to, salt);
    return detour.step(here, packet, salt);
  }

  template <class Each>
  void starts(SwitchId s, Each each) const {
    detour.starts(s, each);
  }
  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    detour.options(here, packet, each);
  }
};

}  // namespace ebb::inline routing
