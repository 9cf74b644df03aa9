// Arrival processes offer the given load, with the stated burstiness.
#include "traffic/arrival/arrivals.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catalogue/traffics.hpp"
#include "traffic/arrival/bernoulli.hpp"
#include "traffic/arrival/on_off.hpp"
#include "traffic/arrival/periodic.hpp"
#include "traffic/arrival/poisson.hpp"
#include "traffic/closed_loop.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/size/size_range.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::uint64_t seed = 11;
constexpr Cutting cutting{{1'000}, {24}};
constexpr BitsPerSecond rate = 40_Gbps;

Offer offer_of(double load, const Sizes& sizes) { return {load, rate, cutting, sizes.mean(cutting)}; }

/// Periods short enough that a test covers thousands of them.
std::unique_ptr<Arrivals> open_process(const Entry<Arrivals>& e) {
  Problems problems;
  auto process = e.read(Node{}, "", {}, problems);
  if (auto* bursts = dynamic_cast<OnOff*>(process.get())) bursts->on = Picoseconds{4'000'000};
  return process->is_closed_loop() ? nullptr : std::move(process);
}

/// About four standard deviations of one host's load over 200,000 messages, which are 10,000 bursts at most.
/// A lognormal OFF period deviates by five times its mean; a Pareto one with this tail has no deviation at
/// all.
double tolerance_of(const Arrivals& process) {
  if (dynamic_cast<const OnOffPareto*>(&process)) return 0.5;
  if (dynamic_cast<const OnOffLognormal*>(&process)) return 0.2;
  return dynamic_cast<const OnOff*>(&process) ? 0.06 : 0.01;
}

/// Fraction of the channel's time that one host's messages occupy.
double load_of(const Arrivals& process, const Sizes& sizes, HostId host, int messages) {
  HostMemory memory = host_memory(seed, host);
  double busy = 0;
  std::int64_t time = 0;
  for (int i = 0; i < messages; ++i) {
    const Bytes size = sizes.draw(memory.random);
    const Picoseconds gap = process.gap(size, memory);
    EXPECT_TRUE(gap.v >= 0 && gap < never);
    time += gap.v;
    busy += static_cast<double>(cutting.on_wire(size).v) * 8e12 / static_cast<double>(rate.v);
  }
  return busy / static_cast<double>(time);
}

/// Variance over mean of the number of messages in windows of 50 packet times.
double dispersion_of(const Arrivals& process, double load) {
  FixedSize sizes;
  const double window = 50 * offer_of(load, sizes).packet_ps();
  HostMemory memory = host_memory(seed, 3);
  double time = 0;
  std::vector<int> count(20'000, 0);
  for (;;) {
    time += static_cast<double>(process.gap(sizes.size, memory).v);
    const auto index = static_cast<std::size_t>(time / window);
    if (index >= count.size()) break;
    ++count[index];
  }
  double sum = 0, squares = 0;
  for (int n : count) sum += n, squares += static_cast<double>(n) * n;
  const double mean = sum / static_cast<double>(count.size());
  return squares / static_cast<double>(count.size()) / mean - mean;
}

template <class Process>
Process bound(double load, const Sizes& sizes, Process process = {}) {
  EXPECT_EQ(to_text(process.bind(offer_of(load, sizes))), "");
  return process;
}

/// Messages that become ready before `until`, over many hosts, as a fraction of their channels' time.
double load_of_many(const Arrivals& process, const Sizes& sizes, HostId hosts, std::int64_t from,
                    std::int64_t until) {
  double busy = 0;
  for (HostId h = 0; h < hosts; ++h) {
    HostMemory memory = host_memory(seed, h);
    for (std::int64_t time = 0;;) {
      const Bytes size = sizes.draw(memory.random);
      time += std::min(process.gap(size, memory).v, until);
      if (time >= until) break;
      if (time >= from)
        busy += static_cast<double>(cutting.on_wire(size).v) * 8e12 / static_cast<double>(rate.v);
    }
  }
  return busy / (static_cast<double>(until - from) * hosts);
}

TEST(EveryBurstyProcess, StartsInTheMiddleOfThings) {
  FixedSize sizes;
  for (const auto& e : arrival_processes()) {
    const auto process = open_process(e);
    if (!process || !dynamic_cast<OnOff*>(process.get())) continue;
    ASSERT_EQ(to_text(process->bind(offer_of(0.1, sizes))), "");
    // From the first microseconds on, not only in the long run: the OFF periods are ten times longer than
    // this.
    EXPECT_NEAR(load_of_many(*process, sizes, 20'000, 1'000'000, 5'000'000), 0.1, 0.005) << e.name;
  }
}

TEST(EveryOpenProcess, OffersTheLoadItWasAskedFor) {
  FixedSize packet, message;
  message.size = {2'500};
  SizeRange mixed;
  for (const auto& e : arrival_processes())
    for (const double load : {0.05, 0.5, 0.9})
      for (const Sizes* sizes : {static_cast<const Sizes*>(&packet), static_cast<const Sizes*>(&message),
                                 static_cast<const Sizes*>(&mixed)}) {
        const auto process = open_process(e);
        if (!process) continue;
        SCOPED_TRACE(fmt::format("{} at {}", e.name, load));
        ASSERT_EQ(to_text(process->bind(offer_of(load, *sizes))), "");
        const double tolerance = tolerance_of(*process);
        double sum = 0;
        for (const HostId host : {0u, 1u, 77u, 4'095u}) {
          const double seen = load_of(*process, *sizes, host, 200'000);
          EXPECT_NEAR(seen, load, load * tolerance) << host;
          sum += seen;
        }
        EXPECT_NEAR(sum / 4, load, load * tolerance / 2);
      }
}

TEST(OnOff, OffersItsLoadSharplyWhereThePeriodsHaveAVariance) {
  FixedSize sizes;
  OnOffPareto pareto;
  pareto.on = 1_us, pareto.on_tail = pareto.off_tail = 4, pareto.peak = 0.6;
  EXPECT_NEAR(load_of(bound(0.3, sizes, pareto), sizes, 9, 1'000'000), 0.3, 0.003);
  OnOffLognormal lognormal;
  lognormal.on = 1_us, lognormal.on_sigma = lognormal.off_sigma = 0.5;
  EXPECT_NEAR(load_of(bound(0.3, sizes, lognormal), sizes, 9, 1'000'000), 0.3, 0.003);
}

TEST(EveryOpenProcess, AcceptsTheSmallestLoads) {
  FixedSize sizes;
  for (const auto& e : arrival_processes())
    for (const double load : {1e-9, 1e-300}) {
      const auto process = open_process(e);
      if (!process) continue;
      ASSERT_EQ(to_text(process->bind(offer_of(load, sizes))), "") << e.name;
      HostMemory memory = host_memory(seed, 0);
      for (int i = 0; i < 100; ++i) {
        const Picoseconds gap = process->gap(sizes.size, memory);
        ASSERT_TRUE(gap.v >= 0 && gap <= never) << e.name;
      }
    }
}

TEST(Poisson, HasExponentialGaps) {
  FixedSize sizes;
  const auto process = bound<PoissonArrivals>(0.5, sizes);
  HostMemory memory = host_memory(seed, 0);
  const double mean = 2 * offer_of(0.5, sizes).message_ps();
  int longer = 0;
  for (int i = 0; i < 100'000; ++i)
    longer += static_cast<double>(process.gap(sizes.size, memory).v) > 2 * mean;
  EXPECT_NEAR(longer / 1e5, std::exp(-2.0), 0.005);
  EXPECT_NEAR(dispersion_of(process, 0.5), 1, 0.05);
}

TEST(Bernoulli, HasGeometricGapsOfWholePackets) {
  FixedSize sizes;
  const auto process = bound<BernoulliArrivals>(0.25, sizes);
  HostMemory memory = host_memory(seed, 0);
  const std::int64_t slot = wire_time(cutting.on_wire(sizes.size), rate).v;
  std::vector<int> gaps(4, 0);
  for (int i = 0; i < 100'000; ++i) {
    const std::int64_t gap = process.gap(sizes.size, memory).v;
    ASSERT_TRUE(gap % slot == 0 && gap > 0);
    if (gap / slot <= 3) ++gaps[static_cast<std::size_t>(gap / slot)];
  }
  EXPECT_NEAR(gaps[1] / 1e5, 0.25, 0.005);
  EXPECT_NEAR(gaps[2] / 1e5, 0.25 * 0.75, 0.005);
  EXPECT_NEAR(gaps[3] / 1e5, 0.25 * 0.75 * 0.75, 0.005);
  EXPECT_NEAR(dispersion_of(process, 0.25), 0.75, 0.05);
}

TEST(Bernoulli, SendsInEverySlotAtFullLoad) {
  FixedSize sizes;
  const auto process = bound<BernoulliArrivals>(1, sizes);
  HostMemory memory = host_memory(seed, 0);
  for (int i = 0; i < 1'000; ++i)
    ASSERT_EQ(process.gap(sizes.size, memory), wire_time(cutting.on_wire(sizes.size), rate));
}

TEST(Bernoulli, UsesPacketSlotsForLongMessages) {
  FixedSize sizes;
  sizes.size = {5'000};
  const auto process = bound<BernoulliArrivals>(0.5, sizes);
  HostMemory memory = host_memory(seed, 0);
  std::int64_t shortest = never.v;
  for (int i = 0; i < 1'000; ++i) shortest = std::min(shortest, process.gap(sizes.size, memory).v);
  EXPECT_EQ(shortest, wire_time(cutting.mtu + cutting.header, rate).v);
}

TEST(Periodic, KeepsItsDistanceAndGivesEachHostAPhase) {
  FixedSize sizes;
  const auto process = bound<PeriodicArrivals>(0.5, sizes);
  const std::int64_t period = 2 * wire_time(cutting.on_wire(sizes.size), rate).v;
  HostMemory one = host_memory(seed, 1), two = host_memory(seed, 2);
  const Picoseconds first = process.gap(sizes.size, one);
  EXPECT_LT(first.v, period);
  EXPECT_NE(first, process.gap(sizes.size, two));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(process.gap(sizes.size, one).v, period);
  PeriodicArrivals together;
  together.in_step = true;
  together = bound(0.5, sizes, together);
  HostMemory three = host_memory(seed, 3);
  EXPECT_EQ(together.gap(sizes.size, three).v, period);
}

TEST(OnOff, IsBurstierThanPoissonAndTheHeavyTailsMost) {
  FixedSize sizes;
  for (const auto& e : arrival_processes()) {
    const auto process = open_process(e);
    if (!process || !dynamic_cast<OnOff*>(process.get())) continue;
    ASSERT_EQ(to_text(process->bind(offer_of(0.3, sizes))), "");
    EXPECT_GT(dispersion_of(*process, 0.3), 10) << e.name;
  }
}

TEST(OnOff, SendsBackToBackAtItsPeak) {
  FixedSize sizes;
  OnOffExponential bursts;
  bursts.on = Picoseconds{200'000'000}, bursts.peak = 0.5;
  bursts = bound(0.1, sizes, bursts);
  HostMemory memory = host_memory(seed, 0);
  const std::int64_t at_peak = 2 * wire_time(cutting.on_wire(sizes.size), rate).v;
  int back_to_back = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t gap = bursts.gap(sizes.size, memory).v;
    ASSERT_GE(gap, at_peak);
    back_to_back += gap == at_peak;
  }
  EXPECT_GT(back_to_back, 9'900);  // about 490 messages per burst
}

TEST(ClosedLoop, HasItsMessagesReadyAtOnceAndThenWaits) {
  ClosedLoop loop;
  loop.outstanding = 3;
  HostMemory memory = host_memory(seed, 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(loop.gap(1_B, memory), 0_ps);
  EXPECT_EQ(loop.gap(1_B, memory), never);
}

TEST(ClosedLoop, RemembersForLongThatItsHostsBeganTogether) {
  ClosedLoop loop;
  Offer offer;
  offer.rate = 40_Gbps, offer.mean = {1000, 1};
  ASSERT_TRUE(loop.bind(offer).empty());
  EXPECT_EQ(loop.memory(), 0_ps);
  loop.pause = 2_us;  // ten times the 200 ns of a message: a hundred rounds
  EXPECT_EQ(loop.memory(), 200_us);
  loop.pause = 3_ms;
  EXPECT_GT(loop.memory(), Picoseconds{1'000'000'000'000'000});
}

TEST(Arrivals, RefuseWhatCannotWork) {
  FixedSize sizes;
  OnOffPareto pareto;
  pareto.on_tail = 1, pareto.off_tail = 200, pareto.on = {}, pareto.peak = 1.5;
  EXPECT_EQ(pareto.check().size(), 4u);
  OnOffLognormal lognormal;
  lognormal.on_sigma = -1, lognormal.off_sigma = 4;
  EXPECT_EQ(lognormal.check().size(), 2u);
  OnOffExponential bursts;
  bursts.peak = 0.4, bursts.on = 1_ns;
  const Problems problems = bursts.bind(offer_of(0.5, sizes));
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].where, "peak");
  EXPECT_EQ(problems[1].where, "on");
  ClosedLoop loop;
  loop.outstanding = 0, loop.pause = Picoseconds{-1};
  EXPECT_EQ(loop.check().size(), 2u);
}

}  // namespace
}  // namespace ebb::inline traffic
