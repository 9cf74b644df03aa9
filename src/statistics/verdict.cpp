#include "statistics/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/quantity.hpp"
#include "statistics/batch_means.hpp"

namespace ebb::inline statistics {
namespace {

constexpr std::size_t least_batches = 30;
constexpr std::size_t least_measured = 8;
constexpr std::uint64_t least_packets = 1'000;
constexpr double least_completed = 0.8;    // of the delivered bytes, those of messages that are whole
constexpr double half_completed = 0.5;     // the same, enough to see a network that is far behind
constexpr double far_behind = 0.8;         // accepted over offered, less than this in every quarter
constexpr double beyond_under_way = 3;     // backlog over the delivered part of messages under way
constexpr double proportional = 1.8;       // growth of the backlog when time doubles
constexpr double least_growth = 0.001;     // of the backlog, over the offered bytes
constexpr double tolerated_gap = 0.01;     // between offered and accepted bytes of a steady network
constexpr double halves_may_differ = 2.5;  // half widths: what chance exceeds about once in a hundred

using Sums = std::vector<BatchSum>;

/// One entry per batch of [first, end).
Sums sums_of(const BatchSeries& series, std::size_t first, std::size_t end, BatchSum (*read)(const Batch&)) {
  Sums sums;
  for (std::size_t i = first; i < end; ++i) sums.push_back(read(series[i]));
  return sums;
}

BatchSum latency_sum(const Histogram& h) {
  return {static_cast<double>(h.count()), static_cast<double>(h.sum())};
}
BatchSum read_packet_latency(const Batch& b) { return latency_sum(b.packet_latency); }
BatchSum read_accepted(const Batch& b) { return {1, static_cast<double>(b.delivered.wire_bytes)}; }
BatchSum read_offered(const Batch& b) { return {1, static_cast<double>(b.offered.wire_bytes)}; }

/// a - b, exact while the difference fits into 63 bits.
double difference(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(static_cast<std::int64_t>(a - b));
}
BatchSum read_backlog_growth(const Batch& b) {
  return {1, difference(b.offered.wire_bytes, b.injected.wire_bytes)};
}
BatchSum read_not_accepted(const Batch& b) {
  return {1, difference(b.offered.wire_bytes, b.delivered.wire_bytes)};
}

double sum_of(const Sums& sums, std::size_t first, std::size_t end) {
  double sum = 0;
  for (std::size_t i = first; i < end; ++i) sum += sums[i].sum;
  return sum;
}

/// Whether the sums of [first, end) are above 0 on average beyond chance (one-sided t test, 99.9 %).
bool positive_beyond_chance(const Sums& sums, std::size_t first, std::size_t end) {
  const auto n = static_cast<double>(end - first);
  const double mean = sum_of(sums, first, end) / n;
  double squares = 0;
  for (std::size_t i = first; i < end; ++i) squares += (sums[i].sum - mean) * (sums[i].sum - mean);
  return mean > student_t(normal_999, end - first - 1) * std::sqrt(squares / (n - 1) / n);
}

/// Whether, seen from the end of batch `end`, the source backlog has grown in proportion to time.
bool grows_without_end(const Sums& growth, const Sums& offered, std::size_t end) {
  const double quarter = sum_of(growth, 0, end / 4), half = sum_of(growth, 0, end / 2);
  const double now = sum_of(growth, 0, end);
  return now > 0 && now >= proportional * half && half >= proportional * quarter &&
         now - half >= least_growth * sum_of(offered, end / 2, end) &&
         positive_beyond_chance(growth, end / 2, end);
}

void set_window(Judgement& judgement, const BatchSeries& series, std::size_t first, std::size_t end) {
  judgement.first = first, judgement.end = end;
  judgement.from = series.length() * static_cast<std::int64_t>(first);
  judgement.until = series.length() * static_cast<std::int64_t>(end);
}

/// What stands in the way of any verdict; empty when nothing does.
std::string too_short(const BatchSeries& series, std::size_t end) {
  if (end < least_batches)
    return fmt::format("too short: {} of the {} batches of {} that a verdict needs", end, least_batches,
                       quantity_text(series.length()));
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < end; ++i) packets += series[i].delivered.packets;
  if (packets < least_packets)
    return fmt::format("too short: {} of the {} packets that a verdict needs have arrived", packets,
                       least_packets);
  return {};
}

/// Of the delivered bytes, those that belong to whole messages.
double completed_share(const BatchSeries& series, std::size_t end) {
  std::uint64_t bytes = 0, completed = 0;
  for (std::size_t i = 0; i < end; ++i) {
    bytes += series[i].delivered.payload_bytes;
    completed += series[i].completed_bytes;
  }
  return bytes > 0 ? static_cast<double>(completed) / static_cast<double>(bytes) : 1;
}

/// Whether the network has never caught up, and not because long messages are under way or a few of them
/// happened to come.
bool falls_far_behind(const BatchSeries& series, std::size_t end, double completed) {
  const Sums offered = sums_of(series, 0, end, read_offered),
             accepted = sums_of(series, 0, end, read_accepted);
  for (std::size_t quarter = 1; quarter < 4; ++quarter) {
    const std::size_t first = quarter * end / 4, last = (quarter + 1) * end / 4;
    if (sum_of(accepted, first, last) >= far_behind * sum_of(offered, first, last)) return false;
  }
  const double backlog = sum_of(sums_of(series, 0, end, read_backlog_growth), 0, end);
  const double under_way = (1 - completed) * sum_of(accepted, 0, end);
  return completed >= half_completed && backlog >= beyond_under_way * under_way &&
         positive_beyond_chance(sums_of(series, 0, end, read_not_accepted), end / 4, end);
}

bool saturated(const BatchSeries& series, std::size_t end) {
  const Sums growth = sums_of(series, 0, end, read_backlog_growth);
  const Sums offered = sums_of(series, 0, end, read_offered);
  return grows_without_end(growth, offered, end) && grows_without_end(growth, offered, end - end / 8);
}

void judge_saturated(Judgement& judgement, const BatchSeries& series, const Wanted& wanted,
                     std::string_view how) {
  judgement.verdict = Verdict::saturated;
  const std::size_t end = judgement.end;
  set_window(judgement, series, end / 2, end);
  const Estimate accepted = estimate_mean(sums_of(series, end / 2, end, read_accepted));
  const Estimate offered = estimate_mean(sums_of(series, end / 2, end, read_offered));
  judgement.done = accepted.half_width && *accepted.half_width <= wanted.relative_half_width * accepted.mean;
  judgement.why = fmt::format("{}: the network accepts {:.1f} % of what is offered", how,
                              100 * accepted.mean / offered.mean);
}

std::string percent_of(double part, double whole) {
  return fmt::format("{:.2g} %", whole > 0 ? 100 * part / whole : 0.0);
}

/// What keeps the measured batches from being steady; empty when nothing does.
std::string not_steady(const BatchSeries& series, const Judgement& judgement, const Estimate& latency) {
  const std::size_t first = judgement.first, end = judgement.end, middle = (first + end) / 2;
  if (!latency.half_width)
    return end - first < least_measured
               ? fmt::format("too short: only {} batches after the warm-up", end - first)
               : fmt::format("too short: neighbouring batches still resemble each other (correlation {:.2f})",
                             latency.correlation);
  const double early = estimate_mean(sums_of(series, first, middle, read_packet_latency)).mean;
  const double late = estimate_mean(sums_of(series, middle, end, read_packet_latency)).mean;
  if (std::fabs(late - early) > halves_may_differ * *latency.half_width)
    return fmt::format(
        "not steady: latency {} by {} between the first and the second half of the measured time",
        late > early ? "rises" : "falls", percent_of(std::fabs(late - early), latency.mean));
  const Sums missing = sums_of(series, first, end, read_not_accepted);
  const double gap = sum_of(missing, 0, missing.size());
  const double offered = sum_of(sums_of(series, first, end, read_offered), 0, missing.size());
  if (gap > tolerated_gap * offered && positive_beyond_chance(missing, 0, missing.size()))
    return fmt::format("not steady: {} of the offered bytes pile up, but not in proportion to time",
                       percent_of(gap, offered));
  return {};
}

/// The next moment after `now` at which a whole multiple of `batches` batches is over.
Picoseconds next_end(Picoseconds now, Picoseconds first_length, std::int64_t batches) {
  std::int64_t length = first_length.v;
  while (now.v >= BatchSeries::most_batches * length) length *= 2;
  const std::int64_t step = length * batches;
  return {(now.v / step + 1) * step};
}

void judge_latency(Judgement& judgement, const BatchSeries& series, const Wanted& wanted) {
  const Estimate latency = estimate_latency(series, judgement.first, judgement.end, &Batch::packet_latency);
  judgement.why = not_steady(series, judgement, latency);
  if (!judgement.why.empty()) return;
  const std::string precision = percent_of(*latency.half_width, latency.mean);
  if (*latency.half_width > wanted.relative_half_width * latency.mean) {
    judgement.why = fmt::format("too short: the mean packet latency is known to {}, wanted is {}", precision,
                                percent_of(wanted.relative_half_width, 1));
    return;
  }
  judgement.verdict = Verdict::warm;
  judgement.done = true;
  judgement.why = fmt::format("steady after {} of warm-up; the mean packet latency is known to {}",
                              quantity_text(judgement.from), precision);
}

}  // namespace

Estimate estimate_latency(const BatchSeries& series, std::size_t first, std::size_t end,
                          const Histogram Batch::*kind) {
  Sums sums;
  for (std::size_t i = first; i < end; ++i) sums.push_back(latency_sum(series[i].*kind));
  Estimate estimate = estimate_mean(sums);
  const auto time = static_cast<double>(series.length().v) * static_cast<double>(end - first);
  if (estimate.half_width) *estimate.half_width += estimate.mean * (estimate.mean / time);
  return estimate;
}

Judgement judge(const BatchSeries& series, Picoseconds now, const Wanted& wanted) {
  Judgement judgement;
  const std::size_t end = series.complete(now);
  std::optional<std::size_t> given;
  if (wanted.warm_up)
    given = std::min<std::size_t>(end, (wanted.warm_up->v + series.length().v - 1) / series.length().v);
  set_window(judgement, series, given.value_or(0), end);
  judgement.why = too_short(series, end);
  if (!judgement.why.empty()) return judgement;
  const double completed = completed_share(series, end);
  if (falls_far_behind(series, end, completed)) {
    judge_saturated(judgement, series, wanted, "the source backlog grows and the network never catches up");
    return judgement;
  }
  if (completed < least_completed) {
    judgement.why =
        fmt::format("too short: {:.0f} % of the delivered bytes belong to messages still under way",
                    100 * (1 - completed));
    return judgement;
  }
  if (saturated(series, end)) {
    judge_saturated(judgement, series, wanted, "the source backlog grows in proportion to time");
    return judgement;
  }
  const std::optional<std::size_t> first =
      given ? given : warm_up_end(sums_of(series, 0, end, read_packet_latency));
  set_window(judgement, series, first.value_or(end / 2), end);
  if (first)
    judge_latency(judgement, series, wanted);
  else
    judgement.why = "still warming up: latency has not settled in the second half of the run";
  return judgement;
}

Judgement judge_finished(const BatchSeries& series) {
  Judgement judgement;
  judgement.verdict = Verdict::finished, judgement.done = true;
  judgement.why = "the workload ended by itself and all of it arrived";
  judgement.end = static_cast<std::size_t>(BatchSeries::most_batches);
  judgement.until = series.last_completion();
  return judgement;
}

Picoseconds next_check(Picoseconds now, Picoseconds first_length) {
  return next_end(now, first_length, BatchSeries::most_batches / 4);
}

Picoseconds next_batch_end(Picoseconds now, Picoseconds first_length) {
  return next_end(now, first_length, 1);
}

}  // namespace ebb::inline statistics
