// Small workloads and shorthands for the engine's tests.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "engine/exchange/exchange_testing.hpp"
#include "engine/run/check/conservation.hpp"
#include "engine/run/check/deadlock.hpp"
#include "engine/simulation_of.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/star.hpp"

namespace ebb::inline engine {

/// Poisson arrivals of messages of one size to uniformly sampled destinations.
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

/// One switch.
inline Network star(std::int64_t hosts) {
  Star topology;
  topology.hosts = hosts;
  return topology.build(Cables{});
}

/// The routing of a star: out of the port of the destination.
struct Straight {
  int vcs() const { return 1; }
  template <class QueueLength>
  Hop route(SwitchId, Route& packet, const QueueLength&, std::uint64_t) const {
    return {packet.out, 0};
  }
};

inline UniformPoisson uniform(const Network& network, double load, Bytes size = 1000_B) {
  UniformPoisson traffic;
  traffic.hosts = network.hosts;
  traffic.size = size;
  traffic.mean_gap_ps = static_cast<double>(wire_time(size, network.classes[0].rate).v) / load;
  return traffic;
}

inline void expect_balanced(const Simulation& simulation) {
  EXPECT_EQ(check_conservation(simulation), std::vector<std::string>{});
}

/// The parallelism of a run.
struct Sharing {
  std::size_t ranks = 1, threads = 1, blocks = 0;
};

/// Calls use(simulation) once per rank, all at the same time.
template <class Routing, class Use>
void on_each_rank(const SimulationSetup& setup, const Routing& routing, const Sharing& sharing,
                  const Use& use) {
  RanksInMemory(sharing.ranks).live([&](Exchange& exchange) {
    SimulationSetup mine = setup;
    mine.exchange = &exchange, mine.threads = sharing.threads, mine.blocks = sharing.blocks;
    SimulationOf<Routing> simulation(mine, routing);
    use(simulation);
  });
}

/// What must not depend on the executor: digests and events, failed conservation checks, and deadlock cycles.
struct Bits {
  std::array<std::uint64_t, 3> digests{};
  std::vector<std::string> wrong, cycle;
};

inline Bits bits_of(const Simulation& simulation) {
  const Counters counters = simulation.counters();
  return {{counters.digest, counters.batches.digest(), counters.events},
          check_conservation(simulation),
          find_deadlock(simulation)};
}

/// Expects that all kinds of parallelism give every rank the same bits as the first one, the reference.
/// `look` is called with each simulation at its end.
template <class Routing>
void expect_same_bits(const SimulationSetup& setup, const Routing& routing, Picoseconds time,
                      const std::vector<Sharing>& sharings,
                      const std::function<void(const Simulation&)>& look = {}) {
  std::vector<Bits> expected;
  for (const Sharing& sharing : sharings) {
    std::vector<Bits> seen(sharing.ranks);
    on_each_rank(setup, routing, sharing, [&](Simulation& simulation) {
      if (&sharing != sharings.data())
        simulation.run_until({time.v / 3}, nullptr, time);  // a stop changes nothing
      simulation.run_until(time);
      seen[simulation.exchange().rank()] = bits_of(simulation);
      if (look) look(simulation);
    });
    if (expected.empty()) expected = seen;
    for (const Bits& bits : seen) {
      EXPECT_EQ(bits.digests, expected[0].digests)
          << sharing.ranks << " ranks, " << sharing.threads << " threads, " << sharing.blocks << " blocks";
      EXPECT_EQ(bits.wrong, std::vector<std::string>{});
      EXPECT_EQ(bits.cycle, expected[0].cycle);
    }
  }
}

/// One thread, and then the kinds of parallelism that a test of ranks tries.
inline const std::vector<Sharing> on_ranks{{},
                                           {.ranks = 2},
                                           {.ranks = 3},
                                           {.ranks = 4},
                                           {.ranks = 2, .threads = 2},
                                           {.ranks = 3, .threads = 2},
                                           {.ranks = 4, .threads = 2}};

}  // namespace ebb::inline engine
