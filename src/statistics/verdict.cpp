#include "statistics/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/quantity.hpp"
#include "base/rounded_time.hpp"
#include "results/run_result.hpp"
#include "statistics/saturation.hpp"
#include "statistics/steadiness.hpp"

namespace ebb::inline statistics {
namespace {

constexpr std::size_t least_batches = 30;
constexpr std::size_t batches_between_checks = BatchSeries::most_batches / 4;
constexpr std::uint64_t least_packets = 1'000;
constexpr double least_completed = 0.8;  // of the delivered bytes, those of complete messages

void set_window(Judgement& judgement, const BatchSeries& series, std::size_t first, std::size_t end) {
  judgement.first = first, judgement.end = end;
  judgement.from = series.length() * static_cast<std::int64_t>(first);
  judgement.until = series.length() * static_cast<std::int64_t>(end);
}

/// Returns when a quantity that grows evenly with time is complete, after `part` of it has come. The estimate
/// is capped.
Picoseconds time_of_whole(Picoseconds time, double part) {
  return {std::llround(static_cast<double>(time.v) / std::clamp(part, 0.001, 1.0))};
}

/// Returns what prevents any verdict.
Lack too_short(const BatchSeries& series, std::size_t end) {
  if (end < least_batches)
    return {fmt::format("too short: {} of the {} batches of {} that a verdict needs", end, least_batches,
                        quantity_text(series.length())),
            series.length() * static_cast<std::int64_t>(least_batches)};
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < end; ++i) packets += series[i].delivered.packets;
  if (packets < least_packets)
    return {fmt::format("too short: {} of the {} packets that a verdict needs have arrived", packets,
                        least_packets),
            time_of_whole(series.length() * static_cast<std::int64_t>(end),
                          static_cast<double>(packets) / static_cast<double>(least_packets))};
  return {};
}

/// Returns when a mean with `half_width` now will have `wanted`: its error falls with the square root of the
/// measured time.
Picoseconds time_of_precision(const Judgement& judgement, double half_width, double wanted) {
  if (half_width <= wanted) return judgement.until;
  const double ratio = wanted / half_width;
  return judgement.from + time_of_whole(judgement.until - judgement.from, ratio * ratio);
}

void judge_saturated(Judgement& judgement, const BatchSeries& series, const Wanted& wanted,
                     std::string_view how) {
  judgement.verdict = Verdict::saturated;
  const std::size_t end = judgement.end;
  set_window(judgement, series, end / 2, end);
  const Estimate accepted = estimate_mean(sums_of(series, end / 2, end, read_accepted));
  const Estimate offered = estimate_mean(sums_of(series, end / 2, end, read_offered));
  const double precise = wanted.relative_half_width * accepted.mean;
  judgement.enough =
      accepted.half_width ? time_of_precision(judgement, *accepted.half_width, precise) : judgement.until * 2;
  for (const Clock& clock : wanted.clocks)  // or the figures would be of a network without a policy
    if (clock.begins > judgement.from) judgement.enough = std::max(judgement.enough, clock.begins * 2);
  if (const Lack ticks = too_few_ticks(judgement, wanted); ticks.any())
    judgement.enough = std::max(judgement.enough, ticks.until * 2 - judgement.until);  // in the second half
  judgement.done = judgement.enough <= judgement.until;
  judgement.why = fmt::format("{}: the network accepts {:.1f} % of what is offered", how,
                              100 * accepted.mean / offered.mean);
}

/// Returns the next time after `now` at which a multiple of `batches` batches ends.
Picoseconds next_end(Picoseconds now, Picoseconds first_length, std::int64_t batches) {
  std::int64_t length = first_length.v;
  while (now.v >= BatchSeries::most_batches * length) length *= 2;
  const std::int64_t step = length * batches;
  return {(now.v / step + 1) * step};
}

/// Sets the verdict undecided because of `lack`. Batches give a confidence interval only in a steady state.
void judge_unsteady(Judgement& judgement, Lack lack) {
  judgement.no_intervals = "the run has not shown a steady state";
  judgement.why = std::move(lack.why);
  judgement.enough = std::max(judgement.enough, lack.until);
}

void judge_latency(Judgement& judgement, const BatchSeries& series, const Wanted& wanted,
                   std::span<const Watched> watched) {
  const Estimate latency = estimate_latency(series, judgement.first, judgement.end, &Batch::packet_latency);
  const double precise = wanted.relative_half_width * latency.mean;
  if (latency.half_width) judgement.enough = time_of_precision(judgement, *latency.half_width, precise);
  if (Lack lack = not_steady(series, judgement, wanted, watched, latency); lack.any())
    return judge_unsteady(judgement, std::move(lack));
  const std::string precision = percent_of(*latency.half_width, latency.mean);
  if (*latency.half_width > precise) {
    judgement.why = fmt::format("too short: the mean packet latency is known to {}, wanted is {}", precision,
                                percent_of(wanted.relative_half_width, 1));
    return;
  }
  judgement.done = true;
  if (wanted.endless_memory) {
    judgement.no_intervals = "the length of bursts has no finite variance";
    judgement.why =
        "the length of bursts has no finite variance: means over any time may be far from those of a longer "
        "one, so no interval "
        "is given";
    return;
  }
  judgement.verdict = Verdict::steady;
  judgement.why =
      fmt::format("warm-up {}, measured {}{}; mean packet latency known to {}", rounded_text(judgement.from),
                  rounded_text(judgement.until - judgement.from), ticks_text(judgement, wanted), precision);
}

/// The verdict on the first `end` batches.
Judgement judge_first(const BatchSeries& series, std::size_t end, const Wanted& wanted,
                      std::span<const Watched> watched) {
  Judgement judgement;
  std::optional<std::size_t> given;
  if (wanted.warm_up)
    given = std::min<std::size_t>(end, (wanted.warm_up->v + series.length().v - 1) / series.length().v);
  set_window(judgement, series, given.value_or(0), end);
  if (Lack lack = too_short(series, end); lack.any()) {
    judge_unsteady(judgement, std::move(lack));
    return judgement;
  }
  const double completed = completed_share(series, end);
  if (falls_far_behind(series, end, completed)) {
    judge_saturated(judgement, series, wanted,
                    waits_at_sources(series, end)
                        ? "the source backlog grows and the network never catches up"
                        : "much of what is sent does not arrive and the network never catches up");
    return judgement;
  }
  if (completed < least_completed) {
    judge_unsteady(
        judgement,
        {fmt::format("too short: {:.0f} % of the delivered bytes belong to messages still under way",
                     100 * (1 - completed)),
         time_of_whole(judgement.until, (1 - least_completed) / (1 - completed))});
    return judgement;
  }
  if (saturated(series, end)) {
    judge_saturated(judgement, series, wanted, "the source backlog grows in proportion to time");
    return judgement;
  }
  const WarmUp warm_up = given ? WarmUp{*given, {}} : warm_up_of(series, end, wanted, watched);
  set_window(judgement, series, warm_up.end, end);
  if (warm_up.unsettled.any())
    judge_unsteady(judgement,
                   {fmt::format("still warming up: {}", warm_up.unsettled.why), warm_up.unsettled.until});
  else
    judge_latency(judgement, series, wanted, watched);
  return judgement;
}

}  // namespace

Estimate estimate_latency(const BatchSeries& series, std::size_t first, std::size_t end,
                          const Histogram Batch::*kind) {
  Sums sums;
  for (std::size_t i = first; i < end; ++i) sums.push_back(latency_sum(series[i].*kind));
  return estimate_mean(sums);
}

Judgement judge(const BatchSeries& series, Picoseconds now, const Wanted& wanted,
                std::span<const Watched> watched) {
  const std::size_t end = series.complete(now);
  Judgement judgement = judge_first(series, end, wanted, watched);
  if (!judgement.done || judgement.verdict == Verdict::saturated) return judgement;
  judgement.done = judge_first(series, end - batches_between_checks, wanted, watched).done;
  return judgement;
}

Judgement judge_finished(const BatchSeries& series, bool is_job, Picoseconds least) {
  Judgement judgement;
  judgement.done = true;
  judgement.no_intervals = "the workload ended by itself, so there is no steady state";
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < BatchSeries::most_batches; ++i) packets += series[i].offered.packets;
  const bool shows = packets > 0 || is_job;
  if (shows) judgement.verdict = Verdict::finished;
  judgement.why = shows ? "the workload ended by itself and all of it arrived"
                        : "no packet was sent, so nothing was measured";
  judgement.end = static_cast<std::size_t>(BatchSeries::most_batches);
  judgement.until = is_job ? series.last_completion() : std::max(series.last_completion(), least);
  return judgement;
}

void judge_given_up(Judgement& judgement, Picoseconds now) {
  if (judgement.done || judgement.verdict != Verdict::undecided) return;
  const Picoseconds enough = std::max(judgement.enough, now);
  judgement.why += fmt::format("; needs about {}, but most_time is {}", rounded_text({enough.v / 4 * 5}),
                               rounded_text(now));
}

void judge_stuck(Judgement& judgement, std::string why) {
  judgement.verdict = Verdict::undecided;
  judgement.no_intervals = "the run came to a standstill";
  judgement.why = std::move(why);
}

Picoseconds next_check(Picoseconds now, Picoseconds first_length) {
  return next_end(now, first_length, static_cast<std::int64_t>(batches_between_checks));
}

Picoseconds guessed_end(const Judgement& judgement, Picoseconds now, Picoseconds first_length) {
  if (judgement.verdict == Verdict::saturated)
    return next_check(std::max(now, judgement.enough - 1_ps), first_length);
  // With the greatest number of batches they are added up in pairs, and half as many were never checked
  // before. So a run ends one check earlier than that, if the previous check found enough.
  const std::int64_t last = BatchSeries::most_batches - static_cast<std::int64_t>(batches_between_checks);
  const std::int64_t before = last - static_cast<std::int64_t>(batches_between_checks);
  // Two checks in a row must find it, and the worse one counts: mostly that takes somewhat longer.
  const Picoseconds enough{judgement.enough > now ? judgement.enough.v / 4 * 5 : judgement.enough.v};
  Picoseconds length = first_length;
  while (length * last <= now || length * before < enough) length = length * 2;
  return length * last;
}

Picoseconds next_batch_end(Picoseconds now, Picoseconds first_length) {
  return next_end(now, first_length, 1);
}

}  // namespace ebb::inline statistics
