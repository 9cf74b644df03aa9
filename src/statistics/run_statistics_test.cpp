#include "statistics/run_statistics.hpp"

#include <gtest/gtest.h>

namespace ebb::inline statistics {
namespace {

/// Two packets in each 10 ns batch, one of 3 and one of 5 ns, the second after 1 ns at the source.
BatchSeries regular(int batches) {
  BatchSeries series(10_ns);
  for (int i = 0; i < batches; ++i) {
    const Picoseconds start = 10_ns * i;
    for (const std::int64_t wait : {0, 1}) {
      const Picoseconds in = start + 1_ns * wait, out = in + 3_ns + 1_ns * wait;
      series.offer_message(start, 1, 120_B, 100_B);
      series.inject_packet(in, 120_B, 100_B);
      series.deliver_packet(out, 120_B, 100_B, out - in, out - start);
      series.complete_message(out, 100_B, out - start);
    }
  }
  return series;
}

TEST(RunStatistics, ReportsTheMeasuredBatchesOnly) {
  BatchSeries series = regular(40);
  series.deliver_packet(5_ns, 120_B, 100_B, 9_us, 9_us);  // in the first batch, before the measured ones
  Judgement judgement;
  judgement.first = 10, judgement.end = 40, judgement.from = 100_ns, judgement.until = 400_ns;
  const RunStatistics s = statistics_of(series, judgement);
  EXPECT_EQ(s.packet_latency.samples, 60u);
  EXPECT_DOUBLE_EQ(s.packet_latency.mean_ps, 4'000);
  EXPECT_EQ(s.packet_latency.min, 3_ns);
  EXPECT_EQ(s.packet_latency.max, 5_ns);
  EXPECT_EQ(s.packet_latency.p999, 5_ns);
  EXPECT_NEAR(static_cast<double>(s.packet_latency.p50.v), 3'000, 3'000 / 128.0);
  EXPECT_DOUBLE_EQ(s.network_latency.mean_ps, 3'500);
  EXPECT_EQ(s.message_latency.samples, 60u);
  EXPECT_DOUBLE_EQ(s.offered.packets_per_second, 60 / 300e-9);
  EXPECT_DOUBLE_EQ(s.accepted.wire_bits_per_second, 60 * 120 * 8 / 300e-9);
  EXPECT_DOUBLE_EQ(s.accepted.payload_bits_per_second, 60 * 100 * 8 / 300e-9);
  ASSERT_TRUE(s.packet_latency.mean_half_width_ps);  // all batches are alike
  EXPECT_NEAR(*s.packet_latency.mean_half_width_ps, 0, 1e-6);
}

TEST(RunStatistics, CountsWhatIsLeftAtTheSourcesAndInTheNetwork) {
  BatchSeries series = regular(40);
  series.offer_message(1_ns, 3, 360_B, 300_B);
  series.inject_packet(2_ns, 120_B, 100_B);
  Judgement judgement;
  judgement.first = 10, judgement.end = 40, judgement.until = 400_ns;
  const RunStatistics s = statistics_of(series, judgement);
  EXPECT_EQ(s.source_backlog_bytes, 240);
  EXPECT_EQ(s.in_network_bytes, 120);
}

TEST(RunStatistics, AFinishedWorkloadIsReportedWhole) {
  const BatchSeries series = regular(12);
  const RunStatistics s = statistics_of(series, judge_finished(series));
  EXPECT_EQ(s.measured_until, 115_ns);  // the last packet's last byte
  EXPECT_EQ(s.verdict, Verdict::finished);
  EXPECT_EQ(s.packet_latency.samples, 24u);
  EXPECT_DOUBLE_EQ(s.accepted.packets_per_second, 24 / 115e-9);
  EXPECT_FALSE(s.packet_latency.mean_half_width_ps);
  EXPECT_FALSE(s.accepted_half_width_bits_per_second);
}

TEST(RunStatistics, ARunOfNoLengthHasNoFigures) {
  const RunStatistics s = statistics_of(BatchSeries(1_ns), Judgement{});
  EXPECT_EQ(s.packet_latency.samples, 0u);
  EXPECT_EQ(s.offered.packets_per_second, 0);
}

}  // namespace
}  // namespace ebb::inline statistics
