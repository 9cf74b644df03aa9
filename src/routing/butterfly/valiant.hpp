// Valiant's routing on the flattened butterfly: every packet goes to a random switch first, then to its
// destination. So any traffic looks like uniform traffic, at half the throughput. Two virtual channels, one
// for each half of the path (butterfly_detour.hpp). Packets between hosts of one switch stay in it.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/butterfly/butterfly_detour.hpp"

namespace ebb::inline routing {

struct Valiant {
  ButterflyDetour detour;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return ButterflyPaths::check(network); }
  void prepare(const Network& network) { detour.paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    detour.paths.each_table(visit);
  }
  int vcs() const { return 2; }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t salt) const {
    if (ButterflyDetour::is_new(packet)) {
      if (packet.to == here)
        ButterflyDetour::go_straight(packet);
      else
        packet.via = detour.random_switch(salt);
    }
    return detour.step(here, packet, salt);
  }

  template <class Each>
  void starts(SwitchId s, Each each) const {
    each(Route{.to = no_id, .via = s});
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    detour.options(here, packet, each);
  }
};

}  // namespace ebb::inline routing
