// The progress of a run on stderr.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "app/output/status_line.hpp"
#include "engine/run/run.hpp"
#include "topology/topology.hpp"

namespace ebb::inline app {

class ProgressLine {
 public:
  ProgressLine(bool quiet, const RunSettings& settings);
  /// Before a network is built that is so large that this takes a second or more.
  void building(const Facts& facts);
  void show(const Progress& progress);
  /// What it shows: "12.5 us simulated, 1000 packets, …, 10 s passed, about 20 s more".
  std::string text(const Progress& progress) const;
  /// How much of the run is done, from 0 to 1, by what is known of its end.
  double share(const Progress& progress) const;

 private:
  using Clock = std::chrono::steady_clock;
  StatusLine line_;
  const RunSettings settings_;
  Picoseconds simulated_{};
  Clock::time_point begin_{};  ///< of the run itself
};

/// ", 10 s passed, about 20 s more": after so many seconds of which `now` is the simulated time. Without a
/// guess of the end, most_time is one.
std::string time_left_text(double seconds, Picoseconds now, std::optional<Picoseconds> end,
                           Picoseconds most_time);

}  // namespace ebb::inline app
