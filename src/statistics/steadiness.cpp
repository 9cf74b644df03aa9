#include "statistics/steadiness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.hpp"

namespace ebb::inline statistics {
namespace {

constexpr std::size_t least_measured = 8;
constexpr double tolerated_gap = 0.01;     // between offered and accepted bytes of a steady network
constexpr double halves_may_differ = 2.5;  // half widths: what chance exceeds about once in a hundred
constexpr std::size_t least_warm_up = 8;   // an eighth of the run: empty queues fill slowly
constexpr std::int64_t least_ticks = 30;   // of every clock, in the measured time
constexpr double least_latencies = 30;     // measured time over the mean latency of a packet
constexpr double steps_forgotten = 1.5;  // memories of a step; its effect goes with the square: e^-3 is left
constexpr double hardly_moves = 0.001;   // of a watched figure: less is no change that anybody sees

/// Two digits: what is estimated is not known to the picosecond.
Picoseconds rounded(Picoseconds time) {
  std::int64_t unit = 1;
  while (time.v / unit >= 100) unit *= 10;
  return {(time.v + unit / 2) / unit * unit};
}

/// A period that was computed is told to two digits.
std::string period_text(const Clock& clock) {
  return quantity_text(clock.period.v % 1'000 == 0 ? clock.period : rounded(clock.period));
}

/// Returns how many batches it takes until so much time is over.
std::size_t batches_in(Picoseconds time, const BatchSeries& series) {
  return static_cast<std::size_t>((time.v + series.length().v - 1) / series.length().v);
}

/// Returns the slowest clock of the run; null: nothing in it takes its time.
const Clock* slowest_of(const Wanted& wanted) {
  const Clock* slowest = nullptr;
  for (const Clock& clock : wanted.clocks)
    if (clock.period.v > 0 && (!slowest || clock.period > slowest->period)) slowest = &clock;
  return slowest;
}

std::int64_t ticks_of(const Clock& clock, const Judgement& judgement) {
  const Picoseconds from = std::max(judgement.from, clock.begins);
  return std::max<std::int64_t>(0, (judgement.until - from).v) / clock.period.v;
}

/// The slowest clock, when it has not ticked often enough in the measured time; empty when it has.
std::string too_few_ticks(const Judgement& judgement, const Wanted& wanted) {
  const Clock* slowest = slowest_of(wanted);
  if (!slowest || ticks_of(*slowest, judgement) >= least_ticks) return {};
  return fmt::format("too short: {} of the {} {} that a verdict needs are measured, of {} each",
                     ticks_of(*slowest, judgement), least_ticks, slowest->name, period_text(*slowest));
}

/// Whether two halves of the measured batches differ by more than chance.
std::string not_steady(const Watched& figure, std::size_t first, std::size_t end) {
  const std::span<const BatchSum> all(figure.batches.data() + first, end - first);
  const Estimate mean = estimate_in_groups(all);
  const std::size_t half = all.size() / 2;
  const double early = estimate_mean(all.first(half)).mean, late = estimate_mean(all.subspan(half)).mean;
  if (std::fabs(late - early) <= hardly_moves * mean.mean) return {};
  if (!mean.half_width)
    return fmt::format(
        "too short: the {} of neighbouring batches still resemble each other (correlation {:.2f})",
        figure.name, mean.correlation);
  if (std::fabs(late - early) <= halves_may_differ * *mean.half_width) return {};
  return fmt::format("not steady: {} {} by {} between the first and the second half of the measured time",
                     figure.name, late > early ? "rises" : "falls",
                     percent_of(std::fabs(late - early), mean.mean));
}

/// What keeps latency and load from being steady; empty when nothing does.
std::string load_not_steady(const BatchSeries& series, const Judgement& judgement, const Estimate& latency) {
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

}  // namespace

std::string ticks_text(const Judgement& judgement, const Wanted& wanted) {
  const Clock* slowest = slowest_of(wanted);
  if (!slowest) return {};
  return fmt::format(" and over {} {}, of {} each", ticks_of(*slowest, judgement), slowest->name,
                     period_text(*slowest));
}

std::string percent_of(double part, double whole) {
  return fmt::format("{:.2g} %", whole > 0 ? 100 * part / whole : 0.0);
}

WarmUp warm_up_of(const BatchSeries& series, std::size_t end, const Wanted& wanted,
                  std::span<const Watched> watched) {
  WarmUp warm_up;
  const auto take_in = [&](std::string_view name, std::span<const BatchSum> batches) {
    const auto settled = warm_up_end(batches);
    if (!settled && warm_up.unsettled.empty())
      warm_up = {end / 2, fmt::format("{} has not settled in the second half of the run", name)};
    if (warm_up.unsettled.empty()) warm_up.end = std::max(warm_up.end, *settled);
  };
  warm_up.end = end / least_warm_up;
  take_in("latency", sums_of(series, 0, end, read_packet_latency));
  for (const Watched& figure : watched) take_in(figure.name, std::span(figure.batches).first(end));
  if (!warm_up.unsettled.empty()) return warm_up;
  for (const Clock& clock : wanted.clocks) {
    const std::size_t begin = batches_in(clock.begins, series);
    if (begin > end / 2)
      return {end / 2, fmt::format("the first {} of a run have no {}, so they do not count, nor does a run "
                                   "that is not twice as long",
                                   quantity_text(rounded(clock.begins)), clock.name)};
    warm_up.end = std::max(warm_up.end, begin);
  }
  const Picoseconds in_step{std::llround(static_cast<double>(wanted.keeps_step.v) * steps_forgotten)};
  const std::size_t out_of_step = batches_in(in_step, series);
  if (out_of_step > end / 2)
    return {end / 2,
            fmt::format("channels that go up and down together come out of step over {}, so the first "
                        "{} of a run do not count, nor does one that is not twice as long",
                        quantity_text(rounded(wanted.keeps_step)), quantity_text(rounded(in_step)))};
  warm_up.end = std::max(warm_up.end, out_of_step);
  return warm_up;
}

std::string not_steady(const BatchSeries& series, const Judgement& judgement, const Wanted& wanted,
                       std::span<const Watched> watched, const Estimate& latency) {
  if (std::string why = too_few_ticks(judgement, wanted); !why.empty()) return why;
  const auto time = static_cast<double>((judgement.until - judgement.from).v);
  if (time < least_latencies * latency.mean)
    return fmt::format("too short: the measured time is {:.1f} times the mean latency, not {}",
                       time / latency.mean, least_latencies);
  if (std::string why = load_not_steady(series, judgement, latency); !why.empty()) return why;
  for (const Watched& figure : watched)
    if (std::string why = not_steady(figure, judgement.first, judgement.end); !why.empty()) return why;
  return {};
}

}  // namespace ebb::inline statistics
