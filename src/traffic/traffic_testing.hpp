// Small networks and helpers for the tests of traffic.
#pragma once

#include <vector>

#include "network/builder.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// A ring of switches with the given numbers of hosts, of which only the graph is known.
inline Network ring_of_switches(const std::vector<std::uint32_t>& hosts,
                                BitsPerSecond rate = {40'000'000'000}) {
  NetworkBuilder builder;
  const std::uint8_t cable = builder.add_class({"cable", Medium::copper, rate, Picoseconds{1'000}});
  std::uint32_t all = 0;
  const auto switches = static_cast<std::uint32_t>(hosts.size());
  for (std::uint32_t count : hosts) builder.add_switches(1, count + (switches > 1 ? 2 : 0)), all += count;
  builder.set_hosts(all);
  HostId next = 0;
  for (SwitchId s = 0; s < switches; ++s) {
    for (std::uint32_t port = 0; port < hosts[s]; ++port) builder.attach(next++, s, port, cable);
    if (switches > 1) builder.connect(s, hosts[s], (s + 1) % switches, hosts[(s + 1) % switches] + 1, cable);
  }
  return builder.finish(GraphShape{});
}

inline std::vector<HostMemory> host_memories(std::uint32_t hosts, std::uint64_t seed) {
  std::vector<HostMemory> all;
  for (HostId h = 0; h < hosts; ++h) all.push_back(host_memory(seed, h));
  return all;
}

}  // namespace ebb::inline traffic
