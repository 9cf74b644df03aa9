#include "statistics/verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>

#include "base/random.hpp"
#include "statistics/run_statistics.hpp"

namespace ebb::inline statistics {
namespace {

/// Independent single-server queues with Poisson arrivals, whose mean latency is known exactly. The mean
/// service time is 1 ns.
struct Queues {
  int count = 1;
  double load = 0.5;
  bool exponential_service = false;

  /// Mean of waiting and service, by Pollaczek and Khinchine.
  double mean_ps() const { return 1'000 * (1 + load / (1 - load) * (exponential_service ? 1 : 0.5)); }
};

Picoseconds from_ns(double t) { return {static_cast<std::int64_t>(t * 1'000)}; }

void offer(BatchSeries& series, double at) { series.offer_message(from_ns(at), 1, 1'000_B, 1'000_B); }

/// A packet that is its own message.
void carry(BatchSeries& series, double offered, double started, double arrived) {
  const Picoseconds from = from_ns(offered), in = from_ns(started), out = from_ns(arrived);
  series.inject_packet(in, 1'000_B, 1'000_B);
  series.deliver_packet(out, 1'000_B, 1'000_B, out - in, out - from);
  series.complete_message(out, 1'000_B, out - from);
}

struct End {
  Judgement judgement;
  RunStatistics statistics;
  Picoseconds at{};
  std::vector<std::pair<Picoseconds, Picoseconds>> guesses{};  ///< when, and the estimated end

  /// Returns the estimated rest of the run after `share` of it, over the true rest.
  double estimate_over_truth(double share) const {
    for (const auto& [now, end] : guesses)
      if (now.seconds() >= share * at.seconds()) return (end - now).seconds() / (at - now).seconds();
    return 1;  // there was no later check
  }
};

struct Queue {
  Random random;
  double next = 0, free = 0;  ///< when the next packet comes, when the server is free
  std::deque<double> waiting{};

  void advance(BatchSeries& series, const Queues& kind, Picoseconds until) {
    for (; from_ns(next) < until; next += random.exponential() / kind.load) {
      offer(series, next);
      waiting.push_back(next);
    }
    while (!waiting.empty() && from_ns(std::max(waiting.front(), free)) < until) {
      const double start = std::max(waiting.front(), free);
      free = start + (kind.exponential_service ? random.exponential() : 1);
      carry(series, waiting.front(), start, free);
      waiting.pop_front();
    }
  }
};

/// Checks at each check time, until the run is done or `longest` has passed.
End run(std::uint64_t seed, const Queues& queues, const Wanted& wanted, Picoseconds longest) {
  std::vector<Queue> all;
  for (int q = 0; q < queues.count; ++q)
    all.push_back({.random = Random(seed, traffic_stream, static_cast<std::uint64_t>(q))});
  for (Queue& q : all) q.next = q.random.exponential() / queues.load;
  BatchSeries series(10_ns);
  std::vector<std::pair<Picoseconds, Picoseconds>> guesses;
  for (Picoseconds now{};;) {
    now = next_check(now, 10_ns);
    for (Queue& q : all) q.advance(series, queues, now);
    const Judgement judgement = judge(series, now, wanted);
    if (judgement.done || now >= longest)
      return {judgement, statistics_of(series, judgement), now, std::move(guesses)};
    guesses.emplace_back(now, guessed_end(judgement, now, 10_ns));
  }
}

/// One packet each nanosecond, with a latency that depends on when it is offered (ns in, ns out).
BatchSeries steady_flow(double until, const std::function<double(double)>& latency) {
  BatchSeries series(10_ns);
  for (double t = 0; t < until; t += 1) offer(series, t), carry(series, t, t, t + latency(t));
  return series;
}

/// A run ends at a time or at twice that time, so an estimate that is off by one step is off by that factor.
TEST(Verdict, TheEndIsMostlyGuessedWithinOneStepAfterATenth) {
  int right = 0, all = 0;
  for (const Queues& queues : {Queues{4, 0.3, true}, Queues{4, 0.7, false}, Queues{1, 0.5, true}})
    for (std::uint64_t seed = 1; seed <= 10; ++seed, ++all) {
      const End end = run(seed, queues, {.relative_half_width = 0.05, .warm_up = {}}, 500_us);
      const double estimate = end.estimate_over_truth(0.1);
      right += estimate > 0.4 && estimate < 2.5;
    }
  EXPECT_GE(right, all * 8 / 10);
}

TEST(Verdict, AConstantLatencyIsWarmAtOnce) {
  const BatchSeries series = steady_flow(10'000, [](double) { return 3; });
  const Judgement j = judge(series, 10_us, {});
  EXPECT_EQ(j.verdict, Verdict::steady) << j.why;
  EXPECT_TRUE(j.done);
  EXPECT_EQ(j.from, 1'120_ns);  // an eighth, in batches of 160 ns
}

TEST(Verdict, AShortRunIsUndecidedAndSaysWhatIsMissing) {
  const BatchSeries series = steady_flow(2'000, [](double) { return 3; });
  EXPECT_EQ(judge(series, 200_ns, {}).why, "too short: 5 of the 30 batches of 40ns that a verdict needs");
  const BatchSeries sparse = steady_flow(900, [](double) { return 3; });
  EXPECT_EQ(judge(sparse, 900_ns, {}).why,
            "too short: 897 of the 1000 packets that a verdict needs have arrived");
  EXPECT_EQ(judge(BatchSeries(1_ns), 0_ps, {}).verdict, Verdict::undecided);
}

TEST(Verdict, ASettlingLatencyLosesItsWarmUp) {
  Random noise(1, traffic_stream);
  const BatchSeries series = steady_flow(20'000, [&](double t) {
    return 20 + noise.unit() + (t < 4'000 ? (4'000 - t) / 50 : 0);  // falls from 100 to 20 in 4 us
  });
  const Judgement j = judge(series, 20_us, {});
  ASSERT_EQ(j.verdict, Verdict::steady) << j.why;
  EXPECT_GE(j.from, 3'500_ns);
  EXPECT_LE(j.from, 5_us);
  EXPECT_NEAR(statistics_of(series, j).packet_latency.mean_ps, 20'500, 100);
}

TEST(Verdict, AGivenWarmUpIsTaken) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  EXPECT_EQ(judge(series, 20_us, {.relative_half_width = 0.05, .warm_up = 5_us}).from,
            5'120_ns);  // of 320 ns
  const Judgement late = judge(series, 20_us, {.relative_half_width = 0.05, .warm_up = 19_us});
  EXPECT_EQ(late.verdict, Verdict::undecided);
  EXPECT_EQ(late.why, "too short: only 2 batches after the warm-up");
}

TEST(Verdict, ARisingLatencyIsNeverWarm) {
  for (const double slope : {0.001, 0.01, 0.1}) {
    Random noise(2, traffic_stream);
    const BatchSeries series = steady_flow(20'000, [&](double t) { return 10 + slope * t + noise.unit(); });
    EXPECT_EQ(judge(series, 20_us, {}).verdict, Verdict::undecided) << slope;
  }
}

TEST(Verdict, MessagesStillUnderWayAreNoSaturation) {
  // Messages of 10,000 packets: at any load, sources hold most of what was offered at first.
  BatchSeries series(10_ns);
  for (int host = 0; host < 200; ++host) {
    const double born = host * 10;
    series.offer_message(from_ns(born), 10'000, {10'000'000}, {10'000'000});
    for (double t = born; t < 2'000; t += 1) {
      series.inject_packet(from_ns(t), 1'000_B, 1'000_B);
      series.deliver_packet(from_ns(t + 5), 1'000_B, 1'000_B, 5_ns, from_ns(t + 5 - born));
    }
  }
  const Judgement j = judge(series, 2_us, {});
  EXPECT_EQ(j.verdict, Verdict::undecided);
  EXPECT_EQ(j.why, "too short: 100 % of the delivered bytes belong to messages still under way");
}

TEST(Verdict, OverloadIsSaturatedAndTheAcceptedLoadIsKnown) {
  for (const double load : {1.1, 1.5, 3.0}) {
    const End end = run(1, {.count = 8, .load = load}, {}, 100_us);
    EXPECT_EQ(end.judgement.verdict, Verdict::saturated) << load << ": " << end.judgement.why;
    EXPECT_TRUE(end.judgement.done);
    const RunStatistics& s = end.statistics;
    EXPECT_NEAR(s.accepted.packets_per_second, 8e9, 0.01 * 8e9);
    EXPECT_NEAR(s.offered.packets_per_second / load, 8e9, 0.03 * 8e9);
    EXPECT_LE(*s.accepted_half_width_bits_per_second, 0.05 * s.accepted.wire_bits_per_second);
    EXPECT_GT(s.source_backlog_bytes, 0);
  }
}

TEST(Verdict, AHighButStableLoadIsNeverCalledSaturated) {
  for (const int count : {1, 30})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const End end = run(seed, {.count = count, .load = 0.95}, {.relative_half_width = 0.01, .warm_up = {}},
                          count == 1 ? 100_us : 10_us);
      EXPECT_NE(end.judgement.verdict, Verdict::saturated) << count << " queues, seed " << seed;
    }
}

/// One source that sends its messages one after the other, a packet each nanosecond. Messages come in bursts,
/// and most bytes belong to a few long ones.
struct BurstySource {
  Random random;
  double load = 0.5, late_load = 0.5;  ///< in the first half of the time, and in the second
  double next = 0, free = 0;

  void fill(BatchSeries& series, double until) {
    while (next < until) {
      // Bursts of up to 16 messages; sizes from 1 to about 500 packets, mean about 5.
      const auto burst = 1 + random.below(16);
      double packets_in_burst = 0;
      for (std::uint64_t i = 0; i < burst; ++i) {
        const double size = std::min(500.0, portable_exp(random.exponential() / 1.2));
        packets_in_burst += send(series, static_cast<int>(size), until);
      }
      next += packets_in_burst / (next < until / 2 ? load : late_load) * 2 * random.unit();
    }
  }

  double send(BatchSeries& series, int packets, double until) {
    const Bytes bytes{1'000 * packets};
    series.offer_message(from_ns(next), static_cast<std::uint64_t>(packets), bytes, bytes);
    free = std::max(free, next);
    for (int i = 0; i < packets && free < until; ++i, free += 1) {
      const Picoseconds out = from_ns(free + 1);
      series.inject_packet(from_ns(free), 1'000_B, 1'000_B);
      series.deliver_packet(out, 1'000_B, 1'000_B, 1_ns, out - from_ns(next));
      if (i + 1 == packets) series.complete_message(out, bytes, out - from_ns(next));
    }
    return packets;
  }
};

Judgement judge_bursty(std::uint64_t seed, double load, double late_load, std::int64_t nanoseconds) {
  BatchSeries series(10_ns);
  for (std::uint64_t i = 0; i < 8; ++i) {
    BurstySource source{.random = Random(seed, traffic_stream, i), .load = load, .late_load = late_load};
    source.fill(series, static_cast<double>(nanoseconds));
  }
  return judge(series, {nanoseconds * 1'000}, {});
}

TEST(Verdict, ANetworkThatDropsHasNoBacklogToSpeakOf) {
  BatchSeries series(10_ns);
  for (int i = 0; i < 40'000; ++i) {
    const Picoseconds at{i * 1'000};
    series.offer_message(at, 1, 1'000_B, 1'000_B);
    series.inject_packet(at, 1'000_B, 1'000_B);
    if (i % 4) continue;  // three of four are lost
    series.deliver_packet(at + 1_ns, 1'000_B, 1'000_B, 1_ns, 1_ns);
    series.complete_message(at + 1_ns, 1'000_B, 1_ns);
  }
  const Judgement j = judge(series, {40'000'000}, {});
  EXPECT_EQ(j.verdict, Verdict::saturated) << j.why;
  EXPECT_EQ(j.why.find("much of what is sent does not arrive and the network never catches up: the network"),
            0u)
      << j.why;
}

TEST(Verdict, ABurstyOverloadIsSaturatedThoughItsBacklogGrowsUnevenly) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Judgement j = judge_bursty(seed, 4, 1.8, 40'000);
    EXPECT_EQ(j.verdict, Verdict::saturated) << seed << ": " << j.why;
    EXPECT_EQ(j.why.find("the source backlog grows and the network never catches up: the network accepts"),
              0u);
  }
}

TEST(Verdict, ABurstyLoadThatIsCarriedIsNeverCalledSaturated) {
  for (const std::int64_t nanoseconds : {640, 2'500, 10'000, 40'000})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Judgement j = judge_bursty(seed, 0.6, 0.6, nanoseconds);
      EXPECT_NE(j.verdict, Verdict::saturated) << nanoseconds << " ns, seed " << seed << ": " << j.why;
    }
}

TEST(Verdict, LongMessagesAtTheStartOfARunAreNoSaturation) {
  // A new source each 10 ns sends one message of 1,000 packets at full rate: the network carries it all, but
  // it takes a message's time until as much arrives as is offered.
  for (const int until : {700, 900, 1'100, 1'300, 1'600, 2'000, 3'000}) {
    BatchSeries series(10_ns);
    for (int born = 0; born < until; born += 10) {
      series.offer_message(from_ns(born), 1'000, {1'000'000}, {1'000'000});
      for (int t = born; t < std::min(born + 1'000, until); ++t) {
        series.inject_packet(from_ns(t), 1'000_B, 1'000_B);
        series.deliver_packet(from_ns(t + 1), 1'000_B, 1'000_B, 1_ns, from_ns(t + 1 - born));
        if (t == born + 999) series.complete_message(from_ns(t + 1), {1'000'000}, 1_us);
      }
    }
    EXPECT_NE(judge(series, from_ns(until), {}).verdict, Verdict::saturated) << until;
  }
}

TEST(Verdict, AFewLongMessagesInAShortRunAreNoSaturation) {
  // Two short messages each nanosecond, and one of 5,000 packets in each quarter but the first. Of the 6,000
  // packets offered in a quarter at most 2,500 arrive, and four times as much of the long ones waits as has
  // arrived. Three messages are chance.
  BatchSeries series(10_ns);
  for (int t = 0; t < 2'000; ++t)
    for (int twice = 0; twice < 2; ++twice) offer(series, t), carry(series, t, t, t + 0.5);
  for (int born = 505; born < 2'000; born += 500) {
    series.offer_message(from_ns(born), 5'000, {5'000'000}, {5'000'000});
    for (int t = born; t < 2'000; ++t) {
      series.inject_packet(from_ns(t), 1'000_B, 1'000_B);
      series.deliver_packet(from_ns(t + 1), 1'000_B, 1'000_B, 1_ns, from_ns(t + 1 - born));
    }
  }
  const Judgement j = judge(series, 2_us, {});
  EXPECT_EQ(j.verdict, Verdict::undecided) << j.why;
}

TEST(Verdict, AGivenWarmUpIsLeftOutEvenWhereNothingElseIsKnown) {
  const BatchSeries series = steady_flow(900, [](double) { return 3; });
  const Judgement j = judge(series, 900_ns, {.relative_half_width = 0.05, .warm_up = 400_ns});
  EXPECT_EQ(j.verdict, Verdict::undecided);
  EXPECT_EQ(j.from, 400_ns);
}

/// Runs from empty queues: the interval must hold the true value at least this often.
void expect_truth_inside(const Queues& queues, double precision, int runs, double least_right) {
  int right = 0;
  for (int seed = 0; seed < runs; ++seed) {
    const End end = run(static_cast<std::uint64_t>(seed), queues,
                        {.relative_half_width = precision, .warm_up = {}}, 10_ms);
    ASSERT_EQ(end.judgement.verdict, Verdict::steady) << end.judgement.why;
    const LatencyResult& latency = end.statistics.packet_latency;
    ASSERT_LE(*latency.mean_half_width_ps, precision * latency.mean_ps);
    right += std::fabs(latency.mean_ps - queues.mean_ps()) <= *latency.mean_half_width_ps;
  }
  EXPECT_GE(right, least_right * runs);
}

TEST(Verdict, KnowsTheMeanOfAQueueWithConstantService) {
  expect_truth_inside({.count = 1, .load = 0.5}, 0.05, 100, 0.9);
  expect_truth_inside({.count = 1, .load = 0.8}, 0.05, 60, 0.88);
  expect_truth_inside({.count = 200, .load = 0.6}, 0.02, 40, 0.9);
}

TEST(Verdict, KnowsTheMeanOfAQueueWithExponentialService) {
  expect_truth_inside({.count = 1, .load = 0.5, .exponential_service = true}, 0.05, 60, 0.9);
  expect_truth_inside({.count = 20, .load = 0.8, .exponential_service = true}, 0.05, 30, 0.85);
}

TEST(Verdict, KnowsTheMeanOfAHeavyTail) {
  // Pareto with exponent 2.5 (the variance is finite, the skewness is not); mean 5/3 of the least, 30 ns.
  int right = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed, traffic_stream);
    const BatchSeries series =
        steady_flow(50'000, [&](double) { return 30 * portable_exp(random.exponential() / 2.5); });
    const Judgement j = judge(series, 50_us, {.relative_half_width = 0.1, .warm_up = {}});
    const LatencyResult latency = statistics_of(series, j).packet_latency;
    EXPECT_NE(j.verdict, Verdict::saturated);
    right += latency.mean_half_width_ps && std::fabs(latency.mean_ps - 50'000) <= *latency.mean_half_width_ps;
  }
  EXPECT_GE(right, 50);
}

TEST(Verdict, WaitsForTheSlowestClockAndNamesIt) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  Wanted wanted{.relative_half_width = 0.05, .warm_up = {}, .clocks = {{"bursts", 10_ns}, {"epochs", 1_us}}};
  const Judgement short_run = judge(series, 20_us, wanted);
  EXPECT_EQ(short_run.verdict, Verdict::undecided);
  EXPECT_EQ(short_run.why, "too short: measured 17 of 30 epochs (1 us each)");
  wanted.clocks[1].period = 500_ns;
  const Judgement steady = judge(series, 20_us, wanted);
  EXPECT_EQ(steady.verdict, Verdict::steady);
  EXPECT_EQ(steady.why,
            "warm-up 2.24 us, measured 17.6 us (35 epochs, 500 ns each); mean packet latency known to 0 %");
}

TEST(Verdict, SaysWhatARunWouldNeedThatWasGivenUp) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  const Wanted wanted{.relative_half_width = 0.05, .warm_up = {}, .clocks = {{"epochs", 1_us}}};
  Judgement j = judge(series, 20_us, wanted);
  judge_given_up(j, 20_us);
  EXPECT_EQ(j.why,
            "too short: measured 17 of 30 epochs (1 us each); needs about 41 us, but most_time is 20 us");
  Judgement steady = judge(series, 20_us, {});
  const std::string why = steady.why;
  judge_given_up(steady, 20_us);
  EXPECT_EQ(steady.why, why);
}

TEST(Verdict, LeavesOutTheTimeBeforeAClockBegins) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  Wanted wanted{.relative_half_width = 0.05, .warm_up = {}, .clocks = {{"waits", 100_ns, 9_us}}};
  const Judgement long_enough = judge(series, 20_us, wanted);
  EXPECT_EQ(long_enough.verdict, Verdict::steady) << long_enough.why;
  EXPECT_GE(long_enough.from, 9_us);
  wanted.clocks[0].begins = 11_us;
  const Judgement too_short = judge(series, 20_us, wanted);
  EXPECT_EQ(too_short.verdict, Verdict::undecided);
  EXPECT_EQ(too_short.why,
            "still warming up: the waits begin to show after 11 us, and a run must last at least twice that");
  wanted.warm_up = 2_us;  // a given warm-up is taken, but a clock does not tick before its begin
  wanted.clocks[0].begins = 18_us;
  EXPECT_EQ(judge(series, 20_us, wanted).why, "too short: measured 18 of 30 waits (100 ns each)");
}

TEST(Verdict, IsNotDoneWithASaturatedNetworkBeforeAllClocksHaveTicked) {
  BatchSeries series(10_ns);
  for (double t = 0; t < 20'000; t += 1) {
    offer(series, t);
    if (std::fmod(t, 2) < 1) carry(series, t / 2, t, t + 1);
  }
  Wanted wanted{.relative_half_width = 0.05, .warm_up = {}, .clocks = {{"waits", 100_ns, 9_us}}};
  EXPECT_TRUE(judge(series, 20_us, wanted).done);
  wanted.clocks[0].begins = 11_us;
  const Judgement early = judge(series, 20_us, wanted);
  EXPECT_EQ(early.verdict, Verdict::saturated) << early.why;
  EXPECT_FALSE(early.done);
  wanted.clocks[0] = {"waits", 400_ns, 9_us};
  EXPECT_FALSE(judge(series, 20_us, wanted).done) << "25 of 30 waits: its power would be known by chance";
}

TEST(Verdict, IsNotWarmWhileAWatchedFigureMoves) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  Watched power{"power", std::vector<BatchSum>(64, {1, 0.5})};
  EXPECT_EQ(judge(series, 20_us, {}, std::span(&power, 1)).verdict, Verdict::steady);
  for (std::size_t i = 0; i < 64; ++i) power.batches[i].sum = 1 - 0.01 * static_cast<double>(i);
  const Judgement falling = judge(series, 20_us, {}, std::span(&power, 1));
  EXPECT_EQ(falling.verdict, Verdict::undecided);
  EXPECT_EQ(falling.why, "still warming up: power has not settled in the second half of the run");
  for (std::size_t i = 0; i < 64; ++i) power.batches[i].sum = i < 20 ? 1 : 0.3;
  const Judgement settled = judge(series, 20_us, {}, std::span(&power, 1));
  EXPECT_EQ(settled.verdict, Verdict::steady) << settled.why;
  EXPECT_EQ(settled.from, series.length() * 20);
}

/// The power of a link that is off, but for one batch in `every`.
Watched rare_steps(std::size_t every) {
  Watched power{.name = "power", .batches = std::vector<BatchSum>(64, {1, 0.5}), .changes = {}};
  power.changes.assign(64, {1, 0});
  for (std::size_t i = 0; i < 64; i += every) power.batches[i].sum = 0.6, power.changes[i].sum = 2;
  return power;
}

TEST(Verdict, IsNotSteadyWhileItsPowerMovesInFewSteps) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  const Watched few = rare_steps(9);
  const Judgement j = judge(series, 20_us, {}, std::span(&few, 1));
  EXPECT_EQ(j.verdict, Verdict::undecided);
  EXPECT_EQ(j.why, "too short: few level changes (12 measured), so their rate is known to 86 % only");
  EXPECT_GT(j.enough, 60_us);
  const Watched many = rare_steps(2);
  EXPECT_EQ(judge(series, 20_us, {}, std::span(&many, 1)).verdict, Verdict::steady);
  Watched none = rare_steps(64);  // what changed once, at the start, is over
  EXPECT_EQ(judge(series, 20_us, {}, std::span(&none, 1)).verdict, Verdict::steady);
  Watched hardly = few;  // and steps that hardly move the power do not matter
  for (BatchSum& batch : hardly.batches) batch.sum = 0.5 + (batch.sum - 0.5) / 1'000;
  EXPECT_EQ(judge(series, 20_us, {}, std::span(&hardly, 1)).verdict, Verdict::steady);
}

TEST(Verdict, IsNotSteadyWhileLevelChangesBecomeMoreFrequent) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  Random noise(1, traffic_stream);
  Watched power = rare_steps(2);
  for (std::size_t i = 0; i < 64; ++i) power.changes[i].sum = (i < 34 ? 10 : 40) + 10 * noise.unit();
  const Judgement j = judge(series, 20_us, {}, std::span(&power, 1));
  EXPECT_EQ(j.verdict, Verdict::undecided);
  EXPECT_NE(j.why.find("level changes"), std::string::npos) << j.why;
}

TEST(Verdict, GivesNoIntervalWhereNoTimeIsLongEnough) {
  const BatchSeries series = steady_flow(20'000, [](double) { return 3; });
  const Judgement j =
      judge(series, 20_us, {.relative_half_width = 0.05, .warm_up = {}, .endless_memory = true});
  EXPECT_EQ(j.verdict, Verdict::undecided);
  EXPECT_TRUE(j.done);
  EXPECT_FALSE(statistics_of(series, j).packet_latency.mean_half_width_ps);
}

TEST(Verdict, GivesNoIntervalBeforeItIsSteady) {
  Random noise(1, traffic_stream);
  const auto latency = [&](double) { return 10 + noise.unit(); };
  const auto has_intervals = [](const BatchSeries& series, const Wanted& wanted) {
    const RunStatistics s = statistics_of(series, judge(series, 20_us, wanted));
    EXPECT_NE(s.packet_latency.p50_interval.has_value(), s.packet_latency.p50_why.size() > 0);
    EXPECT_EQ(s.packet_latency.mean_half_width_ps.has_value(), s.packet_latency.p50_interval.has_value());
    EXPECT_EQ(s.packet_latency.mean_half_width_ps.has_value(), s.message_latency.p99_interval.has_value());
    return s.packet_latency.mean_half_width_ps.has_value();
  };
  const BatchSeries steady = steady_flow(20'000, latency);
  EXPECT_TRUE(has_intervals(steady, {}));
  EXPECT_TRUE(has_intervals(steady, {.relative_half_width = 1e-6, .warm_up = {}}))
      << "steady, but not as precise as wanted";
  EXPECT_FALSE(has_intervals(steady, {.warm_up = {}, .clocks = {{"epochs", 1_us}}})) << "17 of 30 epochs";
  const BatchSeries rising = steady_flow(20'000, [&](double t) { return latency(t) + t / 1'000; });
  EXPECT_FALSE(has_intervals(rising, {}));
}

TEST(Verdict, StopsOnlyWhenItLookedTheSameOneLookAgo) {
  Random noise(3, traffic_stream);
  const BatchSeries series =
      steady_flow(20'000, [&](double t) { return t < 11'000 ? 10 + 5 * noise.unit() : 12.5; });
  int stops = 0, steady = 0;
  for (Picoseconds now{}; now < 20_us;) {
    now = next_check(now, 10_ns);
    const Judgement j = judge(series, now, {.relative_half_width = 0.01, .warm_up = {}});
    stops += j.done, steady += j.verdict == Verdict::steady;
  }
  EXPECT_LE(stops, steady);
}

TEST(Verdict, PercentilesHaveIntervalsWhereEnoughLiesBeyond) {
  Random random(5, traffic_stream);
  const BatchSeries series = steady_flow(20'000, [&](double) { return 10 + random.exponential(); });
  const LatencyResult latency = statistics_of(series, judge(series, 20_us, {})).packet_latency;
  const auto holds = [](const std::optional<Interval>& interval, double truth_ns) {
    return interval && static_cast<double>(interval->low.v) <= truth_ns * 1'000 * (1 + 1.0 / 128) &&
           truth_ns * 1'000 <= static_cast<double>(interval->high.v);
  };
  EXPECT_TRUE(holds(latency.p50_interval, 10 + 0.6931));
  EXPECT_TRUE(holds(latency.p90_interval, 10 + 2.3026));
  EXPECT_TRUE(holds(latency.p99_interval, 10 + 4.6052));
  EXPECT_FALSE(latency.p999_interval) << "17 samples beyond";
}

TEST(NextCheck, AsksEverySixteenBatchesOfTheLengthOfThatTime) {
  EXPECT_EQ(next_check(0_ns, 1_ns), 16_ns);
  EXPECT_EQ(next_check(15_ns, 1_ns), 16_ns);
  EXPECT_EQ(next_check(16_ns, 1_ns), 32_ns);
  EXPECT_EQ(next_check(48_ns, 1_ns), 64_ns);
  EXPECT_EQ(next_check(64_ns, 1_ns), 96_ns);  // the length has doubled
  EXPECT_EQ(next_check(128_ns, 1_ns), 192_ns);
}

}  // namespace
}  // namespace ebb::inline statistics
