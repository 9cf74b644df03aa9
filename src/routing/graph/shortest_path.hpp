// Shortest legal paths on any graph: the shortest of the up*/down* paths (up_down.hpp) to the destination. At
// each switch the packet takes any of the ports over which such a path continues, chosen by queue length or
// by the packet's hash. One virtual channel: legal paths cannot deadlock.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/graph/port_sets.hpp"
#include "routing/route.hpp"
#include "routing/shortest_queue.hpp"

namespace ebb::inline routing {

enum class PortChoice : std::uint8_t { queue_length, hash };
constexpr auto names_of(PortChoice) { return std::array<std::string_view, 2>{"depth", "hash"}; }

struct ShortestPath {
  PortChoice choice = PortChoice::queue_length;
  PortSets sets;

  static constexpr auto fields() {
    return std::tuple{field("choice", &ShortestPath::choice,
                            "among equally long paths: the shortest queue, or the packet's hash")};
  }
  Problems check(const Network& network) const { return PortSets::check(network, 2); }
  void prepare(const Network& network, const std::vector<SwitchId>& own = {}) { sets.fill(network, 2, own); }
  std::uint64_t table_bytes() const { return sets.bytes(); }
  int vcs() const { return 1; }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const auto steps = sets.steps(here, packet.to, packet.phase);
    const std::uint64_t bits = route_bits(salt, packet.hops);
    PortSets::Step best = steps[0];
    if (choice == PortChoice::hash) {
      best = steps[pick(bits, static_cast<std::uint32_t>(steps.size()))];
    } else {
      ShortestQueue queue(bits);
      for (const PortSets::Step& step : steps)
        if (queue.beats(queue_length(step.port))) best = step;
    }
    packet.phase = best.phase;
    ++packet.hops;
    return {best.port, 0};
  }

  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    Route next = packet;
    for (const PortSets::Step& step : sets.steps(here, packet.to, packet.phase)) {
      next.phase = step.phase;
      each(Hop{step.port, 0}, next);
    }
  }
};

}  // namespace ebb::inline routing
