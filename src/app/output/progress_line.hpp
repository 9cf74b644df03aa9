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
  /// To be called before a network is built that takes a second or more.
  void building(const Facts& facts);
  void show(const Progress& progress);
  /// The text: "12.5 us simulated, 1000 packets, …, 10 s passed, about 20 s more".
  std::string text(const Progress& progress) const;
  /// The finished share of the run, from 0 to 1, by the estimate of its end.
  double share(const Progress& progress) const;

 private:
  using Clock = std::chrono::steady_clock;
  StatusLine line_;
  const RunSettings settings_;
  Picoseconds simulated_{};
  Clock::time_point begin_{};  ///< of the run itself
};

/// ", 10 s passed, about 20 s more": `seconds` is the elapsed time, `now` the simulated one. Without an
/// estimate of the end, it is most_time.
std::string time_left_text(double seconds, Picoseconds now, std::optional<Picoseconds> end,
                           Picoseconds most_time);

}  // namespace ebb::inline app
