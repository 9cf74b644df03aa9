// The progress of a run on stderr.
#pragma once

#include <chrono>

#include "app/status_line.hpp"
#include "engine/run/run.hpp"
#include "topology/topology.hpp"

namespace ebb::inline app {

class ProgressLine {
 public:
  ProgressLine(bool quiet, Picoseconds most_time);
  /// Before a network is built that is so large that this takes a second or more.
  void building(const Facts& facts);
  void show(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  StatusLine line_;
  const Picoseconds most_time_;
  Clock::time_point begin_{};  ///< of the run itself
};

}  // namespace ebb::inline app
