// Common part of the UGAL routings of the dragonfly. At its first switch a packet chooses between the minimal
// path and the path over one random group, then it keeps to it. The routings differ in what they know of the
// queues. Three virtual channels (dragonfly_detour.hpp).
#pragma once

#include "base/accelerator/device.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_detour.hpp"
#include "routing/queue_estimate.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

struct DragonflyUgal {
  Bytes threshold{0};
  QueueEstimate estimate = QueueEstimate::credits;
  DragonflyDetour detour;

  static constexpr auto fields() {
    return std::tuple{
        field("threshold", &DragonflyUgal::threshold,
              "queued bytes times hops by which the detour must be cheaper to be taken", threshold_range),
        field("estimate", &DragonflyUgal::estimate, queue_estimate_help)};
  }
  Problems check() const { return check_threshold(threshold); }
  Problems check(const Network& network) const { return DragonflyPaths::check(network); }
  void prepare(const Network& network) { detour.paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    detour.paths.each_table(visit);
  }
  int vcs() const { return 3; }

  template <class Each>
  void starts(SwitchId s, Each each) const {
    detour.starts(s, each);
  }
  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    detour.options(here, packet, each);
  }

 protected:
  /// `around(group)` returns whether the path over this group is the better one. It is called for new packets
  /// that have both paths.
  template <class Around>
  EBB_DEVICE Hop route_by(SwitchId here, Route& packet, std::uint64_t salt, Around around) const {
    if (packet.to == here && packet.via == no_id) return {packet.out, 0};
    if (packet.hops == 0) {
      const std::uint32_t group = detour.random_group(here, packet.to, salt);
      if (group != no_id && around(group)) packet.via = group;
    }
    return detour.step(here, packet, salt);
  }

  /// Compares the estimated length of the first queue times the number of hops.
  template <class QueueLength>
  EBB_DEVICE bool is_cheaper_around(SwitchId here, SwitchId to, std::uint32_t group,
                                    const QueueLength& queue_length, std::uint64_t salt) const {
    const DragonflyPaths& paths = detour.paths;
    const std::uint64_t bits = route_bits(salt, 0);  // the cables that the first step will take
    const DragonflyPaths::Gate& gate = paths.gate(here, group, bits);
    const std::uint32_t first = 1u + (gate.position != paths.place[here].position);
    const std::uint32_t rest = paths.distance(paths.at(group, gate.landing), to, bits);
    const auto length = [&](std::uint16_t port) { return estimate_queue(estimate, queue_length, port); };
    const std::int64_t straight = length(paths.toward(here, to, bits).port) * paths.distance(here, to, bits);
    return straight > length(paths.through(here, gate).port) * (first + rest) + threshold.v;
  }
};

}  // namespace ebb::inline routing
