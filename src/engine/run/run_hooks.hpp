// What a caller of a run hears from it while it goes on, and how the caller stops it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "base/units.hpp"
#include "engine/run/decision_log.hpp"
#include "results/run_outcome.hpp"
#include "results/run_time_series.hpp"

namespace ebb::inline engine {

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

}  // namespace ebb::inline engine
