// The progress of a run or a study in words, for a terminal and for a live page.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/units.hpp"
#include "engine/run/run_hooks.hpp"
#include "study/sweep/sweep_progress.hpp"

namespace ebb::inline tasks {

/// "12 s", "3 min", "2 h"
std::string duration_text(double seconds);

/// ", 10 s passed, about 20 s more": `seconds` is the elapsed time, `now` the simulated one. Without an
/// estimate of the end, it is most_time.
std::string time_left_text(double seconds, Picoseconds now, std::optional<Picoseconds> end,
                           Picoseconds most_time);

/// "3 of 12 points done, 2 running, 10 s passed, about 30 s more"
std::string progress_text(const SweepProgress& progress, double seconds, double cost_done);

/// How far a run is. It measures the time since its first update.
class RunProgress {
 public:
  /// `most_time` is the latest end of the run, in simulated time.
  explicit RunProgress(Picoseconds most_time) : most_time_(most_time) {}

  void update(const Progress& progress);
  const Progress& latest() const { return latest_; }
  /// "12.5 us simulated, 1000 packets, …, 10 s passed, about 20 s more".
  std::string text() const;
  /// The finished share of the run, from 0 to 1, by the estimate of its end.
  double share() const;

 private:
  using Clock = std::chrono::steady_clock;
  const Picoseconds most_time_;
  Progress latest_{};
  Clock::time_point begin_{};
};

}  // namespace ebb::inline tasks
