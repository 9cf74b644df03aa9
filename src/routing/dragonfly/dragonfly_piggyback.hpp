// Piggyback routing on the dragonfly (PB; Jiang, Kim and Dally). Packets and credits inside a group carry the
// state of its global channels, so every switch knows it for its whole group, with the delay of the cables. A
// global channel is busy when its queue is longer than twice the mean of the other global queues of its
// switch plus a threshold. A new packet takes the path whose first global channel is not busy. When both or
// neither are busy, it compares the queues of its own switch as UGAL-L does (dragonfly_ugal.hpp).
#pragma once

#include <optional>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_ugal.hpp"
#include "routing/switching_needs.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

struct DragonflyPiggyback : DragonflyUgal {
  Bytes busy{4096};

  static constexpr bool reads_published = true;
  static constexpr auto fields() {
    return std::tuple_cat(
        DragonflyUgal::fields(),
        std::tuple{field("busy", &DragonflyPiggyback::busy,
                         "a global channel is busy with so much more queued than twice the mean of the "
                         "switch's other global channels",
                         threshold_range)});
  }
  Problems check() const;
  Problems check(const Network& network) const { return DragonflyUgal::check(network); }
  void prepare(const Network& network);
  SwitchingNeeds switching_needs() const {
    return {.queue = QueueTrigger{
                "busy", busy, "no channel would ever be busy, and packets would go as with dragonfly_ugal_l",
                "dragonfly_ugal_l"}};
  }
  std::uint16_t first_published() const { return first_global_; }
  std::optional<Picoseconds> publication_delay() const { return local_delay_; }
  std::uint32_t published_neighbourhood(SwitchId s) const { return detour.paths.place[s].group; }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    return route_by(here, packet, salt, [&](std::uint32_t group) {
      const bool straight = is_busy_toward(here, detour.paths.place[packet.to].group, queue_length, salt);
      const bool around = is_busy_toward(here, group, queue_length, salt);
      if (straight != around) return straight;
      return is_cheaper_around(here, packet.to, group, queue_length, salt);
    });
  }

 private:
  template <class QueueLength>
  bool is_busy_toward(SwitchId here, std::uint32_t group, const QueueLength& queue_length,
                      std::uint64_t salt) const {
    const DragonflyPaths& paths = detour.paths;
    const DragonflyPaths::Gate& gate = paths.gate(here, group, route_bits(salt, 0));
    const SwitchId holder = paths.at(paths.place[here].group, gate.position);
    if (holder == here) return is_busy(here, gate.port, queue_length);  // its own queues have no delay
    return is_busy(holder, gate.port,
                   [&](std::uint16_t port) { return queue_length.published(holder, port); });
  }
  template <class Queued>
  bool is_busy(SwitchId holder, std::uint16_t port, const Queued& queued) const {
    const std::int64_t own = queued(port), others = ports_[holder] - first_global_ - 1;
    if (others == 0) return own > busy.v;
    std::int64_t sum = 0;
    for (std::uint16_t p = first_global_; p < ports_[holder]; ++p) sum += queued(p);
    return own * others > 2 * (sum - own) + busy.v * others;
  }

  std::uint16_t first_global_ = 0;
  std::vector<std::uint16_t> ports_;  ///< of each switch
  Picoseconds local_delay_{};
};

}  // namespace ebb::inline routing
