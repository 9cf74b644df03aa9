// Small workloads and shorthands for the engine's tests.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "engine/books.hpp"
#include "engine/simulation_of.hpp"
#include "routing/minimal_adaptive.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb {

/// Poisson arrivals of messages of one size to uniformly drawn destinations.
struct UniformPoisson final : Traffic {
  std::uint32_t hosts = 0;
  double mean_gap_ps = 1e6;
  Bytes size = 1000_B;
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    const auto gap = static_cast<std::int64_t>(memory.random.exponential() * mean_gap_ps);
    const auto to = static_cast<HostId>(memory.random.below(hosts - 1));
    return {.at = {now.v + gap}, .destination = to >= host ? to + 1 : to, .size = size, .tag = 0};
  }
};

/// Given messages and nothing else.
struct ScriptedTraffic final : Traffic {
  struct Line {
    HostId from;
    Message message;
  };
  std::vector<Line> lines;  ///< by time
  Message next(HostId host, Picoseconds, HostMemory& memory) const override {
    auto& i = memory.state[0];
    for (; i < static_cast<std::int64_t>(lines.size()); ++i)
      if (lines[static_cast<std::size_t>(i)].from == host)
        return lines[static_cast<std::size_t>(i++)].message;
    return {};
  }
};

/// 40 Gb/s, all delays alike.
inline Network butterfly(std::int64_t c, std::int64_t k, std::int64_t n, Picoseconds delay = 40_ns) {
  FlattenedButterfly topology;
  topology.c = c, topology.k = k, topology.n = n;
  Cables cables;
  cables.copper_delay = cables.optical_delay = cables.backplane_delay = delay;
  return topology.build(cables);
}

inline UniformPoisson uniform(const Network& network, double load, Bytes size = 1000_B) {
  UniformPoisson traffic;
  traffic.hosts = network.hosts;
  traffic.size = size;
  traffic.mean_gap_ps = static_cast<double>(wire_time(size, network.classes[0].rate).v) / load;
  return traffic;
}

inline void expect_balanced(const Simulation& simulation) {
  EXPECT_EQ(check_books(simulation), std::vector<std::string>{});
}

}  // namespace ebb
