// Routing on any graph of which all links but those of a spanning tree may be off: Kim's alternate paths for
// link shutdown. For each destination a switch knows all ports on the graph's own shortest paths, and all
// ports of paths that go up and then down (up_down_ways.hpp), long ones as well. It takes a shortest path
// among the links that are up where the packet need not wait for credits. Otherwise it takes the shortest of
// the other paths over a link that is up, and keeps to those from there on. It reads only which of the
// switch's own links are up.
//
// Two virtual channels: 1 on the shortest paths, which is never waited for, and 0 on up*/down* paths, whose
// channels have no cyclic dependency. options() lists a hop whether its link is up or not, so the check of
// that one graph covers every set of links.
//
// No packet is stranded, and none circulates forever, whatever is off: every hop on virtual channel 1 reduces
// the distance, on virtual channel 0 a packet only goes up and then only down, and the tree has a next hop
// from every switch.
#pragma once

#include <algorithm>
#include <memory>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/graph/alternate_paths.hpp"
#include "routing/graph/link_stages.hpp"
#include "routing/graph/up_down_ways.hpp"

namespace ebb::inline routing {

struct ShutdownPaths {
  PortSelection select = PortSelection::shortest_queue;
  PortSets sets;    ///< for the graph's own shortest paths
  UpDownWays ways;  ///< all others

  static constexpr auto fields() {
    return std::tuple{
        field("select", &ShutdownPaths::select,
              "among ports that are as near: the one with the shortest queue, or the least used one (Kim)")};
  }
  Problems check(const Network& network) const {
    Problems problems = PortSets::check(network, 3);
    return problems.empty() ? UpDownWays::check(network) : problems;
  }
  void prepare(const Network& network) { sets.fill(network, 3), ways.fill(network); }
  std::uint64_t table_bytes() const { return sets.bytes() + ways.bytes(); }
  int vcs() const { return 2; }
  bool waits_for(Hop hop) const { return hop.vc == 0; }

  static constexpr bool avoids_closed = true, tells_ways = true;
  static std::unique_ptr<LinkStages> make_stages(const Network& network);

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const bool quiet = some_down(here, packet, queue_length);
    if (packet.phase == 0) {
      ShortestQueue open(route_bits(salt, packet.hops));
      Hop nearest;
      bool found = false;
      for (const PortSets::Step& step : sets.steps(here, packet.to, PortSets::free_phase))
        if (is_up(queue_length, step.port) && queue_length.open(Hop{step.port, 1}) &&
            open.beats(weight_of(select, queue_length, step.port)))
          nearest = {step.port, 1}, found = true;
      if (found) {
        ++packet.hops;
        return nearest;
      }
    }
    const UpDownWays::Step step = nearest_way(here, packet, queue_length, salt, quiet);
    packet.phase = static_cast<std::uint8_t>(step.phase + 1);
    ++packet.hops;
    return {step.port, 0};
  }

  /// Phase 0: on the shortest paths. Phases 1 and 2: on an up*/down* path, where it may or may not go up.
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    Route next = packet;
    if (packet.phase == 0)
      for (const PortSets::Step& step : sets.steps(here, packet.to, PortSets::free_phase))
        each(Hop{step.port, 1}, next);
    for (const UpDownWays::Step& step : ways.steps(here, packet.to, up_down_phase(packet))) {
      next.phase = static_cast<std::uint8_t>(step.phase + 1);
      each(Hop{step.port, 0}, next);
    }
  }

 private:
  static std::uint32_t up_down_phase(const Route& packet) {
    return packet.phase == 0 ? 0 : packet.phase - 1u;
  }
  template <class QueueLength>
  static bool is_up(const QueueLength& queue_length, std::uint16_t port) {
    if constexpr (requires { queue_length.usable(port); })
      return queue_length.usable(port);
    else
      return true;
  }
  /// True when a link that the packet might have taken is off.
  template <class QueueLength>
  bool some_down(SwitchId here, const Route& packet, const QueueLength& queue_length) const {
    for (const UpDownWays::Step& step : ways.steps(here, packet.to, up_down_phase(packet)))
      if (!is_up(queue_length, step.port)) return true;
    return false;
  }
  /// Returns the shortest of the up*/down* paths over links that are up; `select` breaks ties. While links
  /// are off, the hops over the tree count. Considers all paths when no link is up.
  template <class QueueLength>
  UpDownWays::Step nearest_way(SwitchId here, const Route& packet, const QueueLength& queue_length,
                               std::uint64_t salt, bool quiet) const {
    const auto steps = ways.steps(here, packet.to, up_down_phase(packet));
    UpDownWays::Step best;
    for (const bool only_up : {true, false}) {
      ShortestQueue any(route_bits(salt, packet.hops + 128u));
      for (const UpDownWays::Step& step : steps) {
        if (only_up && !is_up(queue_length, step.port)) continue;
        const std::int64_t hops = quiet ? ways.tree_hops_after(here, step.port, packet.to) : step.hops;
        const std::int64_t bytes = std::min(weight_of(select, queue_length, step.port), most_bytes);
        if (any.beats(std::min(hops, most_hops_compared) * (most_bytes + 1) + bytes)) best = step;
      }
      if (best.hops > 0) break;
    }
    return best;
  }
  /// Hops count before bytes; both together stay below 2^46.
  static constexpr std::int64_t most_bytes = (std::int64_t{1} << 36) - 1, most_hops_compared = 1023;
};

}  // namespace ebb::inline routing
