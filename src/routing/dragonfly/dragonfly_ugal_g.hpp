// UGAL with global information on the dragonfly. A new packet adds up the queues along the minimal path and
// along the path over one random group, and takes the path with the smaller sum. The queues of its own switch
// are current, the others are as of the end of the last window. No real switch knows that much: it shows what
// global information is worth.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_ugal.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

struct DragonflyUgalG : DragonflyUgal {
  /// Two more hops take about as long as these bytes on the wire, so a detour has a cost even without
  /// traffic.
  DragonflyUgalG() { threshold = 2_KiB; }

  static constexpr bool reads_published = true;
  static constexpr auto fields() {
    return std::tuple{field("threshold", &DragonflyUgal::threshold,
                            "queued bytes by which the detour must be cheaper to be taken", threshold_range)};
  }
  void prepare(const Network& network);
  std::uint16_t first_published() const { return static_cast<std::uint16_t>(detour.paths.concentration); }
  std::optional<Picoseconds> publication_delay() const { return std::nullopt; }
  std::uint32_t published_neighbourhood(SwitchId) const { return 0; }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    return route_by(here, packet, salt, [&](std::uint32_t group) {
      Route around = packet;
      around.via = group;
      return queued_along(here, packet, queue_length, salt) >
             queued_along(here, around, queue_length, salt) + threshold.v;
    });
  }

 private:
  /// Follows the same path as the packet would.
  template <class QueueLength>
  std::int64_t queued_along(SwitchId here, Route way, const QueueLength& queue_length,
                            std::uint64_t salt) const {
    std::uint16_t port = detour.step(here, way, salt).port;
    std::int64_t sum = queue_length(port);
    for (here = beyond(here, port); here != way.to; here = beyond(here, port)) {
      port = detour.step(here, way, salt).port;
      sum += queue_length.published(here, port);
    }
    return sum;
  }
  SwitchId beyond(SwitchId here, std::uint16_t port) const { return beyond_[first_port_[here] + port]; }

  std::vector<PortId> first_port_;
  std::vector<SwitchId> beyond_;  ///< the switch at the other end, by port
};

}  // namespace ebb::inline routing
