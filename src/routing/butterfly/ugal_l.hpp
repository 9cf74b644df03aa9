// UGAL with local information on the flattened butterfly. At its first switch a packet compares the minimal
// path with the path over one random switch, by the estimated length of the first queue times the number of
// hops. It takes the cheaper one and keeps to it. A minimal packet uses virtual channel 1 all the way, as if
// it were past its intermediate switch, so two virtual channels are enough (butterfly_detour.hpp).
#pragma once

#include "base/accelerator/device.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "routing/butterfly/butterfly_detour.hpp"
#include "routing/queue_estimate.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

struct UgalL {
  Bytes threshold{0};
  QueueEstimate estimate = QueueEstimate::credits;
  ButterflyDetour detour;

  static constexpr auto fields() {
    return std::tuple{
        field("threshold", &UgalL::threshold,
              "queued bytes times hops by which the detour must be cheaper to be taken", threshold_range),
        field("estimate", &UgalL::estimate, queue_estimate_help)};
  }
  Problems check() const;
  Problems check(const Network& network) const { return ButterflyPaths::check(network); }
  void prepare(const Network& network) { detour.paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    detour.paths.each_table(visit);
  }
  int vcs() const { return 2; }

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength& queue_length,
                       std::uint64_t salt) const {
    if (ButterflyDetour::is_new(packet)) choose(here, packet, queue_length, salt);
    return detour.step(here, packet, salt);
  }

  template <class Each>
  void starts(SwitchId s, Each each) const {
    each(Route{.to = no_id, .via = s});
    each(Route{.to = s, .phase = 1});
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    detour.options(here, packet, each);
  }

 private:
  template <class QueueLength>
  EBB_DEVICE void choose(SwitchId here, Route& packet, const QueueLength& queue_length,
                         std::uint64_t salt) const {
    ButterflyDetour::go_straight(packet);
    const SwitchId via = detour.random_switch(salt);
    if (packet.to == here || via == here || via == packet.to) return;
    const ButterflyPaths& paths = detour.paths;
    const std::uint64_t bits = route_bits(salt, 0);  // the link that the first step will take
    const std::int64_t straight =
        estimate_queue(estimate, queue_length, paths.next_in_order(here, packet.to, bits)) *
        paths.distance(here, packet.to);
    const std::int64_t around = estimate_queue(estimate, queue_length, paths.next_in_order(here, via, bits)) *
                                (paths.distance(here, via) + paths.distance(via, packet.to));
    if (straight > around + threshold.v) packet.via = via, packet.phase = 0;
  }
};

}  // namespace ebb::inline routing
