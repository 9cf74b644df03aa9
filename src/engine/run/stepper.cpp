#include "engine/run/stepper.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace ebb::inline engine {
namespace {

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void Stepper::run_in_slices_until(Picoseconds end) {
  while (sim_.now() < end && !stopped()) {
    const Slice slice = run_slice(end);
    adapt_slice(slice.seconds, end);
    show_series(slice.seconds);
    if (hooks_.progress)
      hooks_.progress({.now = sim_.now(),
                       .packets = slice.packets,
                       .hops = slice.hops,
                       .cpu_seconds = slice.cpu,
                       .end = expected_end_});
  }
}

/// Runs one slice, which ends at the end of a batch at the latest.
Stepper::Slice Stepper::run_slice(Picoseconds end) {
  const auto begin = std::chrono::steady_clock::now();
  const double cpu = cpu_now();
  const Picoseconds batch_end = next_batch_end(sim_.now(), sim_.batch());
  const Picoseconds last = std::min(end, batch_end);
  sim_.run_until(std::min(last, sim_.now() + slice_), hooks_.stop, last);
  if (sim_.now() == batch_end) records_.record_batch();
  records_.record_decisions();
  cpu_ += cpu_now() - cpu;
  return all_ranks({.seconds = seconds_since(begin)});
}

/// Returns the sums over all ranks, and the longest of their times, so that all ranks choose the same next
/// slice.
Stepper::Slice Stepper::all_ranks(Slice own) const {
  own.cpu = cpu_;
  const Counts counts = sim_.executor().counts();
  own.packets = counts.packets_delivered, own.hops = counts.hops;
  Slice all;
  for (const Slice& other : records_of_all(sim_.exchange(), own)) {
    all.seconds = std::max(all.seconds, other.seconds), all.cpu += other.cpu;
    all.packets += other.packets, all.hops += other.hops;
  }
  return all;
}

/// Keeps a slice between 0.1 and 0.3 seconds.
void Stepper::adapt_slice(double seconds, Picoseconds end) {
  if (seconds < 0.1 && slice_ < end)
    slice_ = slice_ * 2;
  else if (seconds > 0.3 && slice_.v > 1'000)
    slice_.v /= 2;
}

/// Passes on the time series from time to time, so rarely that the run does not slow down: its cost is at
/// most 1/300 of the time until the next one. All ranks measure the same time, so they do it together.
void Stepper::show_series(double seconds) {
  constexpr double rest = 300;
  if (!hooks_.time_series ||
      (shown_before_ += seconds) < std::max(hooks_.series_every_s, rest * showing_took_))
    return;
  shown_before_ = 0;
  const auto begin = std::chrono::steady_clock::now();
  const Counters counters = sim_.counters();
  hooks_.time_series(records_.time_series(counters.batches, {}), records_.history(counters.batches.length()));
  showing_took_ = all_ranks({.seconds = seconds_since(begin)}).seconds;
}

}  // namespace ebb::inline engine
