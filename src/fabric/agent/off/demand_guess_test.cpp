#include "fabric/agent/off/demand_guess.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <ctime>

#include "fabric/agent/agent_networks_testing.hpp"

namespace ebb::inline fabric {
namespace {

using Demand = std::vector<std::uint64_t>;  ///< by pair

struct Counted {
  std::vector<std::vector<PortId>> paths;
  CountedBytes bytes;

  Counted(const TestTables& t, const Demand& demand, const CableSet& routes)
      : paths(t.tables.ports_of_pairs(routes)) {
    const HostId hosts = t.network.hosts;
    bytes = {Demand(hosts), Demand(hosts), Demand(t.network.switch_ports())};
    for (HostId from = 0; from < hosts; ++from)
      for (HostId to = 0; to < hosts; ++to) {
        const std::size_t pair = std::size_t{from} * hosts + to;
        bytes.sent[from] += demand[pair], bytes.arrived[to] += demand[pair];
        for (const PortId p : paths[pair]) bytes.crossed[p] += demand[pair];
      }
  }
};

/// All pairs, ordered by first host.
std::vector<double> guessed(DemandGuess& guess, const CountedBytes& counted) {
  const std::size_t hosts = counted.sent.size();
  std::vector<double> bytes(hosts * hosts);
  guess.guess(counted, [&](HostId from, HostId to, double b) { bytes[from * hosts + to] = b; });
  return bytes;
}

/// The bytes that the estimated pairs would send over each port.
std::vector<double> crossing(const Counted& counted, const std::vector<double>& guess) {
  std::vector<double> sum(counted.bytes.crossed.size());
  for (std::size_t pair = 0; pair < guess.size(); ++pair)
    for (const PortId p : counted.paths[pair]) sum[p] += guess[pair];
  return sum;
}

/// Hosts 0 and 2 send 100 bytes each, 0 to 4 and 2 to 6. The cable counters show that 0 does not send to 6.
TEST(DemandGuess, CablesTellPairsApart) {
  const TestTables t(small_butterfly());  // two hosts at each of four switches
  Demand demand(64);
  demand[0 * 8 + 4] = 100, demand[2 * 8 + 6] = 100;
  const Counted counted(t, demand, CableSet(t.network));
  DemandGuess guess(t.network);
  EXPECT_DOUBLE_EQ(guessed(guess, counted.bytes)[0 * 8 + 6], 50) << "by gravity alone";
  guess.set_paths(counted.paths);
  const std::vector<double> found = guessed(guess, counted.bytes);
  EXPECT_NEAR(found[0 * 8 + 4], 100, 1e-9);
  EXPECT_NEAR(found[2 * 8 + 6], 100, 1e-9);
  EXPECT_NEAR(found[0 * 8 + 6], 0, 1e-9);
}

/// With the cables of a line only, 0 to 2 and 1 to 3 look like 0 to 3 and 1 to 2.
TEST(DemandGuess, RemembersPairsWhileCablesThatTellThemApartAreOff) {
  FlattenedButterfly shape;
  shape.k = 4, shape.n = 2, shape.c = 1;
  const TestTables t(shape.build({}));
  CableSet line(t.network);
  for (PortId p = 0; p < t.network.switch_ports(); ++p)
    if (joins_switches(t.network, p) && t.network.owner[p] + 1 < t.network.owner[t.network.peer[p]])
      line.set(t.network, p, false);
  Demand demand(16);
  demand[0 * 4 + 2] = 100, demand[1 * 4 + 3] = 100;
  const Counted all_on(t, demand, CableSet(t.network)), off(t, demand, line);
  DemandGuess fresh(t.network), guess(t.network);
  fresh.set_paths(off.paths);
  EXPECT_NEAR(guessed(fresh, off.bytes)[0 * 4 + 3], 50, 1) << "nothing shows it";
  guess.set_paths(all_on.paths);
  guessed(guess, all_on.bytes);
  guess.set_paths(off.paths);
  for (int reading = 0; reading < 100; ++reading) EXPECT_LT(guessed(guess, off.bytes)[0 * 4 + 3], 5);
}

TEST(DemandGuess, WhatNoCableHasSeenIsSharedByGravity) {
  const TestTables t(small_butterfly());
  Counted counted(t, Demand(64), CableSet(t.network));
  counted.bytes.sent[0] = 70,
  counted.bytes.arrived[4] = 70;  // and the cable counters are not read yet
  DemandGuess guess(t.network);
  guess.set_paths(counted.paths);
  EXPECT_DOUBLE_EQ(guessed(guess, counted.bytes)[4], 70);
}

/// Counters that contradict each other never fit. The estimate runs ten times a second, so it must stay
/// cheap.
TEST(DemandGuess, GivesUpOnCountersThatDoNotFit) {
  FlattenedButterfly shape;
  shape.k = 8, shape.n = 2, shape.c = 16;  // 128 hosts, the most whose paths are followed
  const TestTables t(shape.build({}));
  Counted counted(t, Demand(128 * 128, 100), CableSet(t.network));
  for (std::size_t p = 0; p < counted.bytes.crossed.size(); p += 3) counted.bytes.crossed[p] *= 2;
  DemandGuess guess(t.network);
  guess.set_paths(counted.paths);
  const std::clock_t begin = std::clock();
  guessed(guess, counted.bytes);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  RecordProperty("microseconds", static_cast<int>(seconds * 1e6));
  EXPECT_LT(seconds, 0.1) << "longer than from one look to the next";
}

/// For any demand and any remaining cables, the estimate sends as much from each host as was counted, and as
/// much over each cable up to five percent of the total. (Twelve rounds were too few for one demand in some
/// hundreds.)
TEST(DemandGuess, FitsWhatWasCounted) {
  const TestTables butterfly(plane_butterfly()), clos(small_clos());
  const auto fits = [](const TestTables& t) {
    CableSet routes(t.network);
    for (const PortId p : t.cables())
      if (*rc::gen::inRange(0, 4) == 0 && survives(t.network, routes.without(t.network, p), 0))
        routes.set(t.network, p, false);
    const HostId hosts = t.network.hosts;
    Demand demand(std::size_t{hosts} * hosts);
    for (std::size_t pair = 0; pair < demand.size(); ++pair)
      if (pair / hosts != pair % hosts && *rc::gen::inRange(0, 3) == 0)
        demand[pair] = *rc::gen::inRange<std::uint64_t>(1, 10'000);
    const Counted counted(t, demand, routes);
    DemandGuess guess(t.network);
    guess.set_paths(counted.paths);
    const std::vector<double> found = guessed(guess, counted.bytes);
    for (HostId from = 0; from < hosts; ++from) {
      double sent = 0;
      for (HostId to = 0; to < hosts; ++to) sent += found[std::size_t{from} * hosts + to];
      RC_ASSERT(std::fabs(sent - static_cast<double>(counted.bytes.sent[from])) <= 1e-6 * (1 + sent));
    }
    double off = 0, all = 0;
    const std::vector<double> crossed = crossing(counted, found);
    for (std::size_t p = 0; p < crossed.size(); ++p) {
      off += std::fabs(crossed[p] - static_cast<double>(counted.bytes.crossed[p]));
      all += static_cast<double>(counted.bytes.crossed[p]);
    }
    RC_ASSERT(off <= 0.05 * all);
  };
  EXPECT_TRUE(rc::check([&] { fits(butterfly); }));
  EXPECT_TRUE(rc::check([&] { fits(clos); }));
}

}  // namespace
}  // namespace ebb::inline fabric
