// UGAL with local information on the dragonfly: at its first switch a packet compares the minimal way with
// the way over one random group, by the depth of the first output queue times the number of hops, and takes
// the cheaper one; then it keeps to it. Three virtual channels (dragonfly_detour.hpp).
#pragma once

#include "base/fields.hpp"
#include "routing/dragonfly_detour.hpp"
#include "routing/threshold.hpp"

namespace ebb {

struct DragonflyUgalL {
  Bytes threshold{0};
  DragonflyDetour detour;

  static constexpr auto fields() {
    return std::tuple{field("threshold", &DragonflyUgalL::threshold,
                            "queued bytes times hops by which the detour must be cheaper to be taken")};
  }
  Problems check() const { return check_threshold(threshold); }
  Problems check(const Network& network) const { return DragonflyPaths::check(network); }
  void prepare(const Network& network) { detour.paths.prepare(network); }
  int vcs() const { return 3; }

  template <class Depth>
  Hop route(SwitchId here, Route& packet, const Depth& depth, std::uint64_t salt) const {
    if (packet.to == here && packet.via == no_id) return {packet.out, 0};
    if (packet.hops == 0) packet.via = choose(here, packet.to, depth, salt);
    return detour.step(here, packet, salt);
  }

  template <class Each>
  void starts(SwitchId s, Each each) const {
    detour.starts(s, each);
  }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    detour.options(here, packet, each);
  }

 private:
  /// The group of the detour, or no_id to go straight.
  template <class Depth>
  std::uint32_t choose(SwitchId here, SwitchId to, const Depth& depth, std::uint64_t salt) const {
    const std::uint32_t group = detour.random_group(here, to, salt);
    if (group == no_id) return no_id;
    const DragonflyPaths& paths = detour.paths;
    const std::uint64_t bits = route_bits(salt, 0);  // the very cables that the first step will take
    const DragonflyPaths::Gate& gate = paths.gate(here, group, bits);
    const std::uint32_t first = 1u + (gate.position != paths.place[here].position);
    const std::uint32_t rest = paths.distance(paths.at(group, gate.landing), to, bits);
    const std::int64_t straight = depth(paths.toward(here, to, bits).port) * paths.distance(here, to, bits);
    const std::int64_t around = depth(paths.through(here, gate).port) * (first + rest);
    return straight > around + threshold.v ? group : no_id;
  }
};

}  // namespace ebb
