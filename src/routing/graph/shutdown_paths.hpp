// Routing on any graph of which links may be off: Kim's alternate paths for link shutdown. For each
// destination a switch knows all ports on the graph's own shortest paths, and all ports of detours, long ones
// as well. It takes a shortest path among the links that are up where the packet need not wait for credits.
// Otherwise it takes the shortest of the detours over a link that is up, and keeps to those from there on. It
// reads only which of the switch's own links are up.
//
// Detours are of one of two kinds. On those of a tree a packet goes up and then down (up_down_hops.hpp); the
// links of a spanning tree never go off. On those of a cycle through all switches it goes on along the cycle
// (cycle_hops.hpp); then every link may go off that the shutdown decision of its switch does not need.
//
// Virtual channel 1 is that of the shortest paths, which is never waited for. Detours have virtual channel 0,
// and those of a cycle 2 from its beginning on. Channels of detours have no cyclic dependency. options()
// lists a hop whether its link is up or not, so the check of that one graph covers every set of links.
//
// No packet is stranded, and none circulates forever, whatever is off: every hop on virtual channel 1 reduces
// the distance, every detour ends, and each switch has a link that is up for each entry of make_stages().
//
// What a packet does whose links are all off is a choice, because Kim's paper can be read in two tree. With
// `detour` it goes around them, as described. With `wake` it waits at one of them, which comes on for it.
// That time is bounded, since a channel that goes off has all its credits back: so it is no dependency.
#pragma once

#include <algorithm>
#include <memory>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/graph/alternate_paths.hpp"
#include "routing/graph/cycle_hops.hpp"
#include "routing/graph/link_stages.hpp"
#include "routing/graph/up_down_hops.hpp"

namespace ebb::inline routing {

/// The paths that packets take beside the shortest ones.
enum class DetourPaths : std::uint8_t { tree, cycle };
constexpr auto names_of(DetourPaths) { return std::array<std::string_view, 2>{"tree", "cycle"}; }

/// What a packet does whose links are all off.
enum class WhenOff : std::uint8_t { detour, wake };
constexpr auto names_of(WhenOff) { return std::array<std::string_view, 2>{"detour", "wake"}; }

struct ShutdownPaths {
  using Step = UpDownHops::Step;

  PortSelection select = PortSelection::shortest_queue;
  DetourPaths detours = DetourPaths::tree;
  WhenOff when_off = WhenOff::detour;
  PortSets sets;    ///< for the graph's own shortest paths
  UpDownHops tree;  ///< all others, of a tree
  CycleHops cycle;  ///< all others, of a cycle

  static constexpr auto fields() {
    return std::tuple{
        field("select", &ShutdownPaths::select,
              "among ports that are as near: the one with the shortest queue, or the least used one (LFU, "
              "Kim)"),
        field("detours", &ShutdownPaths::detours,
              "beside the shortest paths: over a spanning tree that never goes off, or along a cycle through "
              "all switches"),
        field("when_off", &ShutdownPaths::when_off,
              "a packet whose links are all off takes a detour, or waits until one of them has come on")};
  }
  Problems check(const Network& network) const {
    Problems problems = PortSets::check(network, 3);
    if (!problems.empty()) return problems;
    return detours == DetourPaths::tree ? UpDownHops::check(network) : CycleHops::check(network);
  }
  void prepare(const Network& network) {
    sets.fill(network, 3);
    detours == DetourPaths::tree ? tree.fill(network) : cycle.fill(network);
  }
  std::uint64_t table_bytes() const { return sets.bytes() + tree.bytes() + cycle.bytes(); }
  int vcs() const { return detours == DetourPaths::tree ? 2 : 3; }
  bool waits_for(Hop hop) const { return hop.vc != 1; }

  static constexpr bool avoids_closed = true, lists_paths = true;
  std::unique_ptr<LinkStages> make_stages(const Network& network) const;

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const bool quiet = some_down(here, packet, queue_length);
    bool wakes = when_off == WhenOff::wake;
    if (packet.phase == 0) {
      Hop nearest;
      bool found = nearest_open(here, packet, queue_length, salt, true, nearest);
      if (wakes && !found) {
        wakes = none_up(here, packet, queue_length);
        found = wakes && nearest_open(here, packet, queue_length, salt, false, nearest);
      }
      if (found) {
        ++packet.hops;
        return nearest;
      }
    }
    const Step step = wakes ? nearest_to_wake(here, packet, queue_length, salt)
                            : nearest_way(here, packet, queue_length, salt, quiet);
    packet.phase = static_cast<std::uint8_t>(step.phase + 1);
    ++packet.hops;
    return hop_of(step);
  }

  /// Phase 0: on the shortest paths. Phases 1 and 2: on a detour, in its phase 0 or 1.
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    Route next = packet;
    if (packet.phase == 0)
      for (const PortSets::Step& step : sets.steps(here, packet.to, PortSets::free_phase))
        each(Hop{step.port, 1}, next);
    for (const Step& step : detours_of(here, packet)) {
      next.phase = static_cast<std::uint8_t>(step.phase + 1);
      each(hop_of(step), next);
    }
  }

 private:
  std::span<const Step> detours_of(SwitchId here, const Route& packet) const {
    const std::uint32_t phase = packet.phase == 0 ? 0 : packet.phase - 1u;
    return detours == DetourPaths::tree ? tree.steps(here, packet.to, phase)
                                        : cycle.steps(here, packet.to, phase);
  }
  Hop hop_of(const Step& step) const {
    const bool after_begin = detours == DetourPaths::cycle && step.phase == 1;
    return {step.port, static_cast<std::uint8_t>(after_begin ? 2 : 0)};
  }
  /// Returns the hops of a detour over what stays on when all else is off.
  std::int64_t hops_when_quiet(SwitchId here, std::uint16_t port, SwitchId to) const {
    return detours == DetourPaths::tree ? tree.tree_hops_after(here, port, to)
                                        : cycle.cycle_hops_after(here, port, to);
  }
  template <class QueueLength>
  static bool is_up(const QueueLength& queue_length, std::uint16_t port) {
    if constexpr (requires { queue_length.usable(port); })
      return queue_length.usable(port);
    else
      return true;
  }
  /// True when a link of a detour that the packet might have taken is off.
  template <class QueueLength>
  bool some_down(SwitchId here, const Route& packet, const QueueLength& queue_length) const {
    for (const Step& step : detours_of(here, packet))
      if (!is_up(queue_length, step.port)) return true;
    return false;
  }
  /// True when no link of the shortest paths is up.
  template <class QueueLength>
  bool none_up(SwitchId here, const Route& packet, const QueueLength& queue_length) const {
    for (const PortSets::Step& step : sets.steps(here, packet.to, PortSets::free_phase))
      if (is_up(queue_length, step.port)) return false;
    return true;
  }
  /// Finds the hop of the shortest paths with the least weight among those where the packet need not wait for
  /// credits. Returns whether there is one.
  template <class QueueLength>
  bool nearest_open(SwitchId here, const Route& packet, const QueueLength& queue_length, std::uint64_t salt,
                    bool only_up, Hop& nearest) const {
    ShortestQueue open(route_bits(salt, packet.hops));
    bool found = false;
    for (const PortSets::Step& step : sets.steps(here, packet.to, PortSets::free_phase))
      if ((!only_up || is_up(queue_length, step.port)) && queue_length.open(Hop{step.port, 1}) &&
          open.beats(weight_of(select, queue_length, step.port)))
        nearest = {step.port, 1}, found = true;
    return found;
  }
  /// Returns the shortest of the detours over links that are up; `select` breaks ties. While links are off,
  /// the hops over what stays on count. Considers all detours when no link is up.
  template <class QueueLength>
  Step nearest_way(SwitchId here, const Route& packet, const QueueLength& queue_length, std::uint64_t salt,
                   bool quiet) const {
    Step best;
    for (const bool only_up : {true, false}) {
      ShortestQueue any(route_bits(salt, packet.hops + 128u));
      for (const Step& step : detours_of(here, packet)) {
        if (only_up && !is_up(queue_length, step.port)) continue;
        const std::int64_t hops = quiet ? hops_when_quiet(here, step.port, packet.to) : step.hops;
        if (any.beats(weight_after(hops, queue_length, step.port))) best = step;
      }
      if (best.hops > 0) break;
    }
    return best;
  }
  /// Returns the shortest of the detours, whether its link is up or not; of equal ones a link that is up.
  template <class QueueLength>
  Step nearest_to_wake(SwitchId here, const Route& packet, const QueueLength& queue_length,
                       std::uint64_t salt) const {
    Step best;
    ShortestQueue any(route_bits(salt, packet.hops + 128u));
    for (const Step& step : detours_of(here, packet)) {
      const std::int64_t hops = 2 * step.hops + (is_up(queue_length, step.port) ? 0 : 1);
      if (any.beats(weight_after(hops, queue_length, step.port))) best = step;
    }
    return best;
  }
  /// Hops count before bytes; both together stay below 2^46.
  template <class QueueLength>
  std::int64_t weight_after(std::int64_t hops, const QueueLength& queue_length, std::uint16_t port) const {
    constexpr std::int64_t most_bytes = (std::int64_t{1} << 36) - 1, most_hops_compared = 1023;
    const std::int64_t bytes = std::min(weight_of(select, queue_length, port), most_bytes);
    return std::min(hops, most_hops_compared) * (most_bytes + 1) + bytes;
  }
};

}  // namespace ebb::inline routing
