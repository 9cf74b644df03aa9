// A run: a simulation that continues until its statistics suffice.
#pragma once

#include <atomic>
#include <functional>

#include "engine/run/decision_log.hpp"
#include "engine/simulation.hpp"
#include "results/run_outcome.hpp"
#include "statistics/verdict.hpp"

namespace ebb::inline engine {

/// The [run] section.
struct RunSettings {
  std::int64_t seed = 1, threads = 1;
  double precision = 0.05;
  Picoseconds most_time = 100_ms, least_time{}, warm_up{-1}, batch = 2_us;
  bool order = false;

  static constexpr Range<double> precision_range{1e-6, 1};
  /// The length of a one-day recording.
  static constexpr Picoseconds longest{24 * an_hour.v};
  static constexpr Range<Picoseconds> time_range{1_ns, longest};
  static constexpr auto fields() {
    return std::tuple{
        field("seed", &RunSettings::seed,
              "another seed draws other traffic; the same one repeats a run to the bit", any_whole_number),
        field("threads", &RunSettings::threads, "threads to run on; the results do not depend on it",
              {1, 1024}),
        field("precision", &RunSettings::precision,
              "stop when the mean packet latency is known to this fraction (half of the 95 % interval)",
              precision_range),
        field("most_time", &RunSettings::most_time,
              "give up after this much simulated time: verdict undecided", time_range),
        field("least_time", &RunSettings::least_time,
              "do not stop before this much simulated time, "
              "even where the workload ends by itself",
              {{0}, longest}),
        field("warm_up", &RunSettings::warm_up,
              "leave out this much simulated time; negative: find out by itself", {{-an_hour.v}, an_hour}),
        field("batch", &RunSettings::batch, "first length of the time batches; it doubles as the run goes on",
              {1_ns, an_hour}),
        field("order", &RunSettings::order,
              "count packets that arrive after a later one of the same source and destination")};
  }
  Problems check() const;
};

struct Progress {
  Picoseconds now;
  std::uint64_t packets = 0, hops = 0;
  double cpu_seconds = 0;
  std::optional<Picoseconds> end = {};  ///< expected end of the run; nothing: still unknown
};

struct RunHooks {
  std::function<void(const Progress&)> progress;  ///< called several times a second, from the calling thread
  const std::atomic<bool>* stop = nullptr;        ///< becomes true: end now with a partial result
  /// Also report each channel. That takes some 1.5 KB of memory per channel, because the end of the warm-up
  /// is known only afterwards. It must be the same on all ranks.
  bool each_channel = false;
  /// Pass on the first so many decisions that change a channel's requested level, by time and channel. The
  /// same on all ranks; `decided` is called on rank 0 only, and must not keep the texts of its records.
  std::uint64_t decisions = 0;
  DecisionLog::Take decided = {};
  /// Called about once in so many seconds with the time series up to now. It must be the same on all ranks;
  /// only rank 0 gets the channels' histories, and only with `each_channel`.
  std::function<void(const RunTimeSeries&, const ChannelHistory&)> time_series = {};
  double series_every_s = 1;
};

/// Runs to the end. All ranks take part and get the same result or problems, but only rank 0 has the channels
/// in it. There are problems only when a conservation check fails. When packets wait for each other in a
/// cycle, the run ends there, and the result's `failure` reports it.
Result<RunResult> run(Simulation& simulation, const RunSettings& settings, const RunHooks& hooks = {});

}  // namespace ebb::inline engine
