// Routing on a flattened butterfly of which any cables may be off, except the lines
// (routing/butterfly/butterfly_stages.hpp), which form a mesh. Packets correct one dimension after the other,
// lowest first. Along a dimension every hop leads towards the destination's coordinate and never past it. A
// packet takes the longest such hop whose cable is usable, or a shorter one when its queue is long. Where the
// ring of the row is known to be up and shorter, a packet goes to the nearer end of the row, over the ring,
// and on from the other end.
//
// The routing reads only which of the switch's own cables are usable, and the state of the row's ring as
// propagated along the row. That state may be out of date: a packet that finds the ring off at the end of the
// row turns round.
//
// It cannot deadlock, whatever is on or off, at every moment and during changes. Order the channels of a
// dimension: first virtual channel 0 upwards and downwards, then the ring's on virtual channel 0, then
// virtual channel 1. A packet keeps its direction on virtual channel 0 (coordinates only rise, or only fall),
// leaves it over the ring or by turning round at the end of the row, and keeps its direction on virtual
// channel 1 until it has its coordinate. So each channel is followed by later ones of that order or of a
// higher dimension. options() lists a hop whether its cable is on or not, so the check of that one graph
// covers every set of cables.
//
// No packet is stranded: towards any coordinate there is a cable of the line, which is always on. No packet
// circulates forever: along a dimension each hop of a phase reduces the distance, and there are at most two
// phases.
#pragma once

#include <cstdlib>
#include <memory>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "routing/butterfly/butterfly_paths.hpp"
#include "routing/butterfly/butterfly_stages.hpp"
#include "routing/route.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

struct DynamicButterfly {
  Bytes threshold = 4_KiB;
  ButterflyPaths paths;

  static constexpr auto fields() {
    return std::tuple{field("threshold", &DynamicButterfly::threshold,
                            "queued bytes up to which the longest hop is taken; above, a shorter one with "
                            "less than half the queue may be",
                            threshold_range)};
  }
  Problems check() const;
  Problems check(const Network& network) const;
  void prepare(const Network& network) { paths.prepare(network); }
  int vcs() const;

  /// No packet is sent to a port where queue_length.usable() is false.
  static constexpr bool avoids_closed = true;
  /// The cables that may be off, and the order in which they come on.
  static std::unique_ptr<LinkStages> make_stages(const Network& network) {
    return std::make_unique<ButterflyStages>(network);
  }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const Row row = row_at(here, packet.to);
    Phase phase = phase_of(packet, row.d);
    const bool starts = phase == Phase::none;
    if (starts) phase = first_phase(row, queue_length, route_bits(salt, once_per_packet + row.d));
    if (phase == Phase::to_end && row.me == row.end()) {
      phase = Phase::second;
      set_phase(packet, row.d, phase);
      const std::uint16_t ring = paths.port(row.d, row.me, row.other_end());
      if (queue_length.usable(ring)) {
        if (starts) miss_straight(row, ring, queue_length);
        return {ring, 0};
      }
      if (row.to != row.other_end())
        queue_length.diverted(ring, 1);  // otherwise it counts as diverted from the direct path, below
    }
    set_phase(packet, row.d, phase);
    const bool away = phase == Phase::to_end;
    const std::uint16_t port = best_port(row, away ? row.end() : row.to, queue_length);
    if (starts && away) miss_straight(row, port, queue_length);
    return {port, vc_of(phase)};
  }

  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    const Row row = row_at(here, packet.to);
    const Phase phase = phase_of(packet, row.d);
    const bool starts = phase == Phase::none, rings = row.size > 2;
    if (starts || phase == Phase::first) each_port(row, row.to, packet, Phase::first, each);
    if ((starts && rings) || phase == Phase::second) each_port(row, row.to, packet, Phase::second, each);
    if (!(starts && rings) && phase != Phase::to_end) return;
    if (row.me != row.end()) return each_port(row, row.end(), packet, Phase::to_end, each);
    Route next = packet;
    set_phase(next, row.d, Phase::second);
    each(Hop{paths.port(row.d, row.me, row.other_end()), 0}, next);
    if (!starts) each_port(row, row.to, packet, Phase::second, each);
  }

 private:
  /// Along a dimension: towards the destination on virtual channel 0 or 1, or towards the end of the row on
  /// 0.
  enum class Phase : std::uint8_t { none, first, second, to_end };
  static constexpr unsigned phases = 3;
  static constexpr int backlogged_weight = 4;

  struct Row {
    std::uint32_t d;
    std::uint16_t me, to, size;
    /// Returns the end of the row from which the ring leads to the other side of the destination.
    std::uint16_t end() const { return static_cast<std::uint16_t>(to > me ? 0 : size - 1); }
    std::uint16_t other_end() const { return static_cast<std::uint16_t>(size - 1 - end()); }
  };
  Row row_at(SwitchId here, SwitchId to) const {
    const std::uint32_t d = paths.first_difference(here, to);
    return {d, paths.of(here)[d], paths.of(to)[d], paths.dimension[d].size};
  }
  static Phase phase_of(const Route& packet, std::uint32_t d) {
    if (packet.phase == 0 || (packet.phase - 1u) / phases != d) return Phase::none;
    return static_cast<Phase>(1 + (packet.phase - 1u) % phases);
  }
  static void set_phase(Route& packet, std::uint32_t d, Phase phase) {
    packet.phase = static_cast<std::uint8_t>(phases * d + static_cast<unsigned>(phase));
  }
  static std::uint8_t vc_of(Phase phase) { return phase == Phase::second ? 1 : 0; }

  /// Visits the coordinates from `to` back to the one beside `me`, longest hop first.
  template <class Each>
  static void each_coordinate(std::uint16_t me, std::uint16_t to, Each each) {
    const int back = to > me ? -1 : 1;
    for (int c = to; c != me; c += back)
      if (each(static_cast<std::uint16_t>(c), c + back == me)) return;
  }
  template <class Each>
  void each_port(const Row& row, std::uint16_t to, const Route& packet, Phase phase, Each each) const {
    Route next = packet;
    set_phase(next, row.d, phase);
    each_coordinate(row.me, to, [&](std::uint16_t c, bool) {
      for (std::uint16_t l = 0; l < paths.dimension[row.d].parallel; ++l)
        each(Hop{static_cast<std::uint16_t>(paths.port(row.d, row.me, c) + l), vc_of(phase)}, next);
      return false;
    });
  }

  /// Returns the farthest coordinate that a usable cable leads to.
  template <class QueueLength>
  std::uint16_t reach(const Row& row, std::uint16_t to, const QueueLength& queue_length) const {
    std::uint16_t reached = row.me;
    each_coordinate(row.me, to, [&](std::uint16_t c, bool next_door) {
      each_cable(row, c, next_door, queue_length, [&](std::uint16_t, bool usable) {
        if (usable) reached = c;
      });
      return reached != row.me;
    });
    return reached;
  }

  /// Chooses the path along the line, or round the ring where that is known to be up and shorter. The length
  /// is counted from what this switch knows: one hop as far as its own cables lead, the rest along the line.
  template <class QueueLength>
  Phase first_phase(const Row& row, const QueueLength& queue_length, std::uint64_t bits) const {
    if (row.size <= 2) return Phase::first;
    const Phase straight = bits & 1 ? Phase::second : Phase::first;
    const std::uint16_t reached = reach(row, row.to, queue_length);
    if (reached == row.to) return straight;
    const int along = 1 + std::abs(row.to - reached);
    int round = 1 + std::abs(row.other_end() - row.to);
    if (row.me != row.end()) round += 1 + std::abs(reach(row, row.end(), queue_length) - row.end());
    if (round >= along) return straight;
    if (row.me == row.end()) return Phase::to_end;  // it is this switch's own cable, so its state is known
    const auto ring = row.end() == 0 ? ButterflyStages::ring_from_first : ButterflyStages::ring_from_last;
    return queue_length.known(row.d, ring) ? Phase::to_end : straight;
  }

  template <class QueueLength>
  std::uint16_t best_port(const Row& row, std::uint16_t to, const QueueLength& queue_length) const {
    std::uint16_t best = 0;
    std::int64_t least = INT64_MAX;
    bool found = false;
    each_coordinate(row.me, to, [&](std::uint16_t c, bool next_door) {
      const bool further = found;
      each_cable(row, c, next_door, queue_length, [&](std::uint16_t port, bool usable) {
        if (!usable) return;
        const std::int64_t cost = further ? 2 * queue_length(port) + threshold.v : queue_length(port);
        if (cost < least) least = cost, best = port;
        found = true;
      });
      return found && least <= threshold.v;
    });
    miss_better(row, to, best, queue_length);
    return best;
  }

  /// Counts the packet as diverted from each cable that is off and preferred to the one it takes. The weight
  /// is larger when that one has a long queue.
  template <class QueueLength>
  void miss_better(const Row& row, std::uint16_t to, std::uint16_t taken,
                   const QueueLength& queue_length) const {
    const bool backlogged = queue_length(taken) > threshold.v;
    each_coordinate(row.me, to, [&](std::uint16_t c, bool next_door) {
      const std::uint16_t first = paths.port(row.d, row.me, c);
      const bool here = taken >= first && taken < first + paths.dimension[row.d].parallel;
      if (here && !backlogged) return true;
      each_cable(row, c, next_door, queue_length, [&](std::uint16_t port, bool usable) {
        if (!usable) queue_length.diverted(port, backlogged ? backlogged_weight : 1);
      });
      return false;
    });
  }

  /// A packet that goes round the ring counts as diverted from the cables that would have made the direct
  /// path shorter, or from all of them when it joins a long queue.
  template <class QueueLength>
  void miss_straight(const Row& row, std::uint16_t taken, const QueueLength& queue_length) const {
    const bool backlogged = queue_length(taken) > threshold.v;
    each_coordinate(row.me, row.to, [&](std::uint16_t c, bool next_door) {
      bool open = false;
      each_cable(row, c, next_door, queue_length, [&](std::uint16_t port, bool usable) {
        open = open || usable;
        if (!usable) queue_length.diverted(port, backlogged ? backlogged_weight : 1);
      });
      return open && !backlogged;
    });
  }

  template <class QueueLength, class Each>
  void each_cable(const Row& row, std::uint16_t c, bool next_door, const QueueLength& queue_length,
                  Each each) const {
    const std::uint16_t first = paths.port(row.d, row.me, c);
    for (std::uint16_t l = 0; l < paths.dimension[row.d].parallel; ++l) {
      const auto port = static_cast<std::uint16_t>(first + l);
      each(port, (next_door && l == 0) || queue_length.usable(port));
    }
  }
};

}  // namespace ebb::inline routing
