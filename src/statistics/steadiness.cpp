#include "statistics/steadiness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rounded_time.hpp"

namespace ebb::inline statistics {
namespace {

constexpr std::size_t least_measured = 8;
constexpr double tolerated_gap = 0.01;     // between offered and accepted bytes of a steady network
constexpr double halves_may_differ = 2.5;  // half widths: exceeded by chance about once in a hundred
constexpr std::size_t least_warm_up = 8;   // an eighth of the run: empty queues fill slowly
constexpr std::int64_t least_ticks = 30;   // of every clock, in the measured time
constexpr double least_latencies = 30;     // measured time over the mean latency of a packet
constexpr double hardly_moves = 0.001;     // of a watched figure: a smaller change does not matter
constexpr double hardly_swings = 0.0005;   // half width of a watched figure: its steps do not matter
constexpr double changes_known_to = 0.35;  // half width of their number: that of some 30 single ones
constexpr double as_many_changes = 0.05;   // in both halves: a smaller difference does not matter

Picoseconds scaled(Picoseconds time, double times) {
  return {std::llround(static_cast<double>(time.v) * times)};
}

/// "3,187"
std::string with_commas(std::int64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

/// Returns how many batches it takes until this time has passed.
std::size_t batches_in(Picoseconds time, const BatchSeries& series) {
  return static_cast<std::size_t>((time.v + series.length().v - 1) / series.length().v);
}

/// Returns the slowest clock of the run; null: there is none.
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

/// Returns why the two halves of the measured batches differ by more than chance, if they do.
Lack not_steady(const Watched& figure, std::size_t first, std::size_t end, Picoseconds now) {
  const std::span<const BatchSum> all(figure.batches.data() + first, end - first);
  const Estimate mean = estimate_in_groups(all);
  const std::size_t half = all.size() / 2;
  const double early = estimate_mean(all.first(half)).mean, late = estimate_mean(all.subspan(half)).mean;
  if (std::fabs(late - early) <= hardly_moves * mean.mean) return {};
  if (!mean.half_width)
    return {fmt::format("too short: the {} of neighbouring batches is correlated ({:.2f})", figure.name,
                        mean.correlation),
            now * 2};
  if (std::fabs(late - early) <= halves_may_differ * *mean.half_width) return {};
  return {fmt::format("not steady: {} {} by {} between the first and the second half of the measured time",
                      figure.name, late > early ? "rises" : "falls",
                      percent_of(std::fabs(late - early), mean.mean)),
          now * 2};
}

/// Returns why the batches of a figure that moves in steps do not show its error: its steps are too rare, or
/// become more or less frequent. Nothing when they do.
Lack changes_not_steady(const Watched& figure, const Judgement& judgement) {
  if (figure.changes.empty()) return {};
  const std::size_t first = judgement.first, count = judgement.end - first;
  const Estimate value = estimate_in_groups(std::span(figure.batches).subspan(first, count));
  if (value.half_width && *value.half_width <= hardly_swings * value.mean) return {};
  const std::span<const BatchSum> all = std::span(figure.changes).subspan(first, count);
  const Estimate changes = estimate_in_groups(all);
  if (changes.mean <= 0) return {};
  if (!changes.half_width)
    return {fmt::format("too short: the level changes of neighbouring batches are correlated ({:.2f})",
                        changes.correlation),
            judgement.until * 2};
  const double early = estimate_mean(all.first(count / 2)).mean,
               late = estimate_mean(all.subspan(count / 2)).mean;
  const double differ = std::fabs(late - early);
  if (differ > std::max(halves_may_differ * *changes.half_width, as_many_changes * changes.mean))
    return {fmt::format("not steady: level changes become {} frequent by {} between the first and the second "
                        "half of the measured time",
                        late > early ? "more" : "less", percent_of(differ, changes.mean)),
            judgement.until * 2};
  const double ratio = *changes.half_width / (changes_known_to * changes.mean);
  if (ratio <= 1) return {};
  return {fmt::format("too short: few level changes ({} measured), so their rate is known to {} only",
                      with_commas(std::llround(changes.mean * static_cast<double>(count))),
                      percent_of(*changes.half_width, changes.mean)),
          judgement.from + scaled(judgement.until - judgement.from, std::min(20.0, ratio * ratio))};
}

/// Returns the correlation of neighbouring means over x correlation times, if the correlation decays
/// exponentially.
double neighbours_correlation(double x) {
  const double faded = 1 - std::exp(-x);
  return faded * faded / (2 * (x - faded));
}

/// Returns how many times as long batches must be for neighbours of this correlation to become independent
/// enough.
double times_until_unlike(double correlation) {
  const auto length_at = [](double wanted) {
    double low = 0.05, high = 20;  // correlations from 0.97 to 0.03
    while (high - low > 0.01)
      ((neighbours_correlation((low + high) / 2) > wanted) ? low : high) = (low + high) / 2;
    return low;
  };
  return std::max(1.5, length_at(too_alike) / length_at(correlation));
}

/// Returns what keeps latency and load from being steady.
Lack load_not_steady(const BatchSeries& series, const Judgement& judgement, const Estimate& latency) {
  const std::size_t first = judgement.first, end = judgement.end, middle = (first + end) / 2;
  const Picoseconds now = judgement.until;
  if (!latency.half_width && end - first < least_measured)
    return {fmt::format("too short: only {} batches after the warm-up", end - first), now * 2};
  if (!latency.half_width)
    return {fmt::format("too short: the latencies of neighbouring batches are correlated ({:.2f})",
                        latency.correlation),
            scaled(now, times_until_unlike(latency.correlation))};
  const double early = estimate_mean(sums_of(series, first, middle, read_packet_latency)).mean;
  const double late = estimate_mean(sums_of(series, middle, end, read_packet_latency)).mean;
  if (std::fabs(late - early) > halves_may_differ * *latency.half_width)
    return {
        fmt::format("not steady: latency {} by {} between the first and the second half of the measured time",
                    late > early ? "rises" : "falls", percent_of(std::fabs(late - early), latency.mean)),
        now * 2};
  const Sums missing = sums_of(series, first, end, read_not_accepted);
  const double gap = sum_of(missing, 0, missing.size());
  const double offered = sum_of(sums_of(series, first, end, read_offered), 0, missing.size());
  if (gap > tolerated_gap * offered && positive_beyond_chance(missing, 0, missing.size()))
    return {fmt::format("not steady: {} of the offered bytes pile up, but not in proportion to time",
                        percent_of(gap, offered)),
            now * 2};
  return {};
}

}  // namespace

std::string ticks_text(const Judgement& judgement, const Wanted& wanted) {
  const Clock* slowest = slowest_of(wanted);
  if (!slowest) return {};
  return fmt::format(" ({} {}, {} each)", with_commas(ticks_of(*slowest, judgement)), slowest->name,
                     rounded_text(slowest->period));
}

std::string percent_of(double part, double whole) {
  return fmt::format("{:.2g} %", whole > 0 ? 100 * part / whole : 0.0);
}

WarmUp warm_up_of(const BatchSeries& series, std::size_t end, const Wanted& wanted,
                  std::span<const Watched> watched) {
  WarmUp warm_up;
  const Picoseconds now = series.length() * static_cast<std::int64_t>(end);
  const auto take_in = [&](std::string_view name, std::span<const BatchSum> batches) {
    const auto settled = warm_up_end(batches);
    if (!settled && !warm_up.unsettled.any())
      warm_up = {end / 2, {fmt::format("{} has not settled in the second half of the run", name), now * 2}};
    if (!warm_up.unsettled.any()) warm_up.end = std::max(warm_up.end, *settled);
  };
  warm_up.end = end / least_warm_up;
  take_in("latency", sums_of(series, 0, end, read_packet_latency));
  for (const Watched& figure : watched) take_in(figure.name, std::span(figure.batches).first(end));
  if (warm_up.unsettled.any()) return warm_up;
  for (const Clock& clock : wanted.clocks) {
    const std::size_t begin = batches_in(clock.begins, series);
    if (begin > end / 2)
      return {end / 2,
              {fmt::format("the {} begin to show after {}, and a run must last at least twice that",
                           clock.name, rounded_text(clock.begins)),
               clock.begins * 2}};
    warm_up.end = std::max(warm_up.end, begin);
  }
  return warm_up;
}

Lack too_few_ticks(const Judgement& judgement, const Wanted& wanted) {
  const Clock* slowest = slowest_of(wanted);
  const std::int64_t ticks = slowest ? ticks_of(*slowest, judgement) : least_ticks;
  if (ticks >= least_ticks) return {};
  return {fmt::format("too short: measured {} of {} {} ({} each)", ticks, least_ticks, slowest->name,
                      rounded_text(slowest->period)),
          judgement.until + slowest->period * (least_ticks - ticks)};
}

Lack not_steady(const BatchSeries& series, const Judgement& judgement, const Wanted& wanted,
                std::span<const Watched> watched, const Estimate& latency) {
  if (Lack lack = too_few_ticks(judgement, wanted); lack.any()) return lack;
  const auto time = static_cast<double>((judgement.until - judgement.from).v);
  if (time < least_latencies * latency.mean)
    return {fmt::format("too short: the measured time is {:.1f} times the mean latency, not {}",
                        time / latency.mean, least_latencies),
            scaled(judgement.until, std::min(20.0, least_latencies * latency.mean / time))};
  if (Lack lack = load_not_steady(series, judgement, latency); lack.any()) return lack;
  for (const Watched& figure : watched)
    if (Lack lack = not_steady(figure, judgement.first, judgement.end, judgement.until); lack.any())
      return lack;
  for (const Watched& figure : watched)
    if (Lack lack = changes_not_steady(figure, judgement); lack.any()) return lack;
  return {};
}

}  // namespace ebb::inline statistics
