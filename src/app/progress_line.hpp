// The progress of a run on stderr: one line that is written over on a terminal, plain lines now and then
// elsewhere.
#pragma once

#include <chrono>

#include "engine/run.hpp"

namespace ebb {

class ProgressLine {
 public:
  ProgressLine(bool quiet, Picoseconds most_time);
  ~ProgressLine();
  void show(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  const bool quiet_, terminal_;
  const Picoseconds most_time_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_{};
  double wait_ = 0;  ///< seconds until the next line
};

}  // namespace ebb
