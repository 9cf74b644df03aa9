// Valiant's routing on the dragonfly over a random switch: the minimal path to it, then the minimal path to
// the destination. In the intermediate group there can be a local hop before and one after the intermediate
// switch, so each half of the path has two virtual channels: 2 * half + global hops taken in it. Packets use
// the channels only in the order local, global, local, local, global, local. Four in all.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_paths.hpp"

namespace ebb::inline routing {

struct DragonflyValiantNode {
  DragonflyPaths paths;

  static constexpr auto fields() { return std::tuple{}; }
  Problems check(const Network& network) const { return DragonflyPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return 4; }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t salt) const {
    if (packet.hops == 0 && packet.to != here)
      packet.via = pick(route_bits(salt, once_per_packet), paths.switches());
    pass_intermediate(here, packet);
    if (target(packet) == here) return {packet.out, 0};
    const DragonflyPaths::Step step = paths.toward(here, target(packet), route_bits(salt, packet.hops));
    const Hop hop{step.port, static_cast<std::uint8_t>(packet.phase)};
    if (step.global) packet.phase |= 1;
    ++packet.hops;
    return hop;
  }

  template <class Each>
  void starts(SwitchId s, Each each) const {
    each(Route{.to = no_id, .via = s});
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    Route next = packet;
    pass_intermediate(here, next);
    if (target(next) == no_id) {
      for (next.to = 0; next.to < paths.switches(); ++next.to) options(here, next, each);
      return;
    }
    if (target(next) == here) return each(Hop{next.out, 0}, next);
    const auto vc = static_cast<std::uint8_t>(next.phase);
    paths.each_toward(here, target(next), [&](DragonflyPaths::Step step) {
      Route after = next;
      if (step.global) after.phase |= 1;
      each(Hop{step.port, vc}, after);
    });
  }

 private:
  EBB_DEVICE static SwitchId target(const Route& packet) {
    return packet.via == no_id ? packet.to : packet.via;
  }
  EBB_DEVICE static void pass_intermediate(SwitchId here, Route& packet) {
    if (packet.via == here) packet.via = no_id, packet.phase = 2;
  }
};

}  // namespace ebb::inline routing
