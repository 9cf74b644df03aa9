// Small networks given only by their graph, for tests.
#pragma once

#include <utility>
#include <vector>

#include "base/random.hpp"
#include "network/builder.hpp"

namespace ebb::inline routing {

using Edges = std::vector<std::pair<SwitchId, SwitchId>>;

/// Switches with one host each, at port 0, then the edges in their order.
inline Network graph_network(std::uint32_t switches, const Edges& edges) {
  std::vector<std::uint32_t> ports(switches, 1), used(switches, 1);
  for (const auto& [a, b] : edges) ++ports[a], ++ports[b];
  NetworkBuilder builder;
  const std::uint8_t link_class =
      builder.add_class({.name = "link", .medium = Medium::copper, .rate = 1_Gbps, .delay = 1_ns});
  for (std::uint32_t count : ports) builder.add_switches(1, count);
  builder.set_hosts(switches);
  for (HostId h = 0; h < switches; ++h) builder.attach(h, h, 0, link_class);
  for (const auto& [a, b] : edges) {
    const std::uint32_t port_a = used[a]++, port_b = used[b]++;
    builder.connect(a, port_a, b, port_b, link_class);
  }
  return builder.finish(GraphShape{});
}

/// Port 1 of each switch leads to the next one and port 2 back, except that switch 0 has them swapped.
inline Network ring_network(std::uint32_t switches) {
  Edges edges;
  for (SwitchId s = 0; s + 1 < switches; ++s) edges.push_back({s, s + 1});
  edges.push_back({switches - 1, 0});
  return graph_network(switches, edges);
}

/// Connected: a random tree and some more edges.
inline Network random_network(std::uint32_t switches, std::uint32_t more_edges, Random& random) {
  Edges edges;
  for (SwitchId s = 1; s < switches; ++s) edges.push_back({static_cast<SwitchId>(random.below(s)), s});
  while (more_edges-- > 0) {
    const auto a = static_cast<SwitchId>(random.below(switches)),
               b = static_cast<SwitchId>(random.below(switches));
    if (a != b) edges.push_back({a, b});
  }
  return graph_network(switches, edges);
}

}  // namespace ebb::inline routing
