// Shortest path first with alternate output ports on any graph, as in Kim's cluster switches. For each
// destination a switch knows all ports on the graph's own shortest paths. It takes the one with the shortest
// queue among those where the packet need not wait for credits. When there is none it takes an alternate
// port: the shortest queue of those on the shortest up*/down* paths, and from there on it keeps to up*/down*.
// Kim's switches take the least frequently used port (LFU) instead; `select` chooses between the two.
//
// Kim et al., section 3.3.2: "The selection module uses the LFU policy for selecting one of the possible
// output ports." What a port's frequency counts is open there. Here it counts the bytes of all packets that
// have chosen the port since the start of the run, from all inputs and to all destinations. Their packets
// have one size, so packets would count the same. Their module gets the status of links "over a certain
// observation window"; whether the frequency starts again with each window is open, and here it does not. A
// link that comes back on has few bytes, so it is preferred until it has caught up.
//
// Two virtual channels: 1 on the shortest paths, which is never waited for, and 0 on up*/down* paths, whose
// channels have no cyclic dependency (up_down.hpp). Every switch has an up*/down* path to every destination,
// so a packet on channel 1 always has one to wait for.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/graph/port_sets.hpp"
#include "routing/route.hpp"
#include "routing/shortest_queue.hpp"

namespace ebb::inline routing {

/// The quantity by which a switch compares its alternatives.
enum class PortSelection : std::uint8_t {
  shortest_queue,  ///< the bytes queued now
  least_used       ///< LFU: the bytes that have chosen it since the start of the run
};
constexpr auto names_of(PortSelection) {
  return std::array<std::string_view, 2>{"shortest_queue", "least_used"};
}

/// Returns the value that a port is chosen by: bytes, below 2^46 (shortest_queue.hpp), 1.7 hours at 100 Gb/s.
template <class QueueLength>
std::int64_t weight_of(PortSelection select, const QueueLength& queue_length, std::uint16_t port) {
  if constexpr (requires { queue_length.used(port); })
    if (select == PortSelection::least_used) return queue_length.used(port);
  return queue_length(port);
}

struct AlternatePaths {
  PortSelection select = PortSelection::shortest_queue;
  PortSets sets;

  static constexpr auto fields() {
    return std::tuple{
        field("select", &AlternatePaths::select,
              "among ports that will do: the one with the shortest queue, or the least used one (LFU, Kim)")};
  }
  Problems check(const Network& network) const { return PortSets::check(network, 3); }
  void prepare(const Network& network, const std::vector<SwitchId>& own = {}) { sets.fill(network, 3, own); }
  std::uint64_t table_bytes() const { return sets.bytes(); }
  int vcs() const { return 2; }
  bool waits_for(Hop hop) const { return hop.vc == 0; }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    ShortestQueue open(route_bits(salt, packet.hops)), any(route_bits(salt, packet.hops + 128u));
    Hop nearest, alternate;
    Route after = packet;
    bool found = false;
    options(here, packet, [&](Hop hop, const Route& next) {
      if (hop.vc == 1 && queue_length.open(hop) && open.beats(weight_of(select, queue_length, hop.port)))
        nearest = hop, found = true;
      if (hop.vc == 0 && any.beats(weight_of(select, queue_length, hop.port))) alternate = hop, after = next;
    });
    if (!found) packet = after;
    ++packet.hops;
    return found ? nearest : alternate;
  }

  /// Phase 0: on the shortest paths. Phases 1 and 2: on an up*/down* path, where it may or may not go up.
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    Route next = packet;
    if (packet.phase == 0)
      for (const PortSets::Step& step : sets.steps(here, packet.to, PortSets::free_phase))
        each(Hop{step.port, 1}, next);
    for (const PortSets::Step& step :
         sets.steps(here, packet.to, packet.phase == 0 ? 0 : packet.phase - 1u)) {
      next.phase = static_cast<std::uint8_t>(step.phase + 1);
      each(Hop{step.port, 0}, next);
    }
  }
};

}  // namespace ebb::inline routing
