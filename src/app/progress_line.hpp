// The progress of a run on stderr: one line that is written over on a terminal, plain lines now and then
// elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "engine/run.hpp"
#include "topology/topology.hpp"

namespace ebb {

class ProgressLine {
 public:
  ProgressLine(bool quiet, Picoseconds most_time);
  ~ProgressLine();
  /// Before a network is built that is so large that this takes a second or more.
  void building(const Facts& facts);
  void show(const Progress& progress);

 private:
  void print(const std::string& line);

  using Clock = std::chrono::steady_clock;
  const bool quiet_, terminal_;
  const Picoseconds most_time_;
  Clock::time_point begin_{};  ///< of the run itself
  Clock::time_point last_{};
  bool written_ = false;
  double wait_ = 0;  ///< seconds until the next line
};

}  // namespace ebb
