// The progress of a run on stderr.
#pragma once

#include "app/output/status_line.hpp"
#include "tasks/live/progress_text.hpp"
#include "tasks/run/run_observer.hpp"

namespace ebb::inline app {

class ProgressLine {
 public:
  explicit ProgressLine(bool quiet) : line_(quiet) {}
  /// To be called before a network is built that takes a second or more.
  void building(const Facts& facts);
  void show(const RunProgress& progress) {
    if (line_.is_due()) line_.print(progress.text());
  }

 private:
  StatusLine line_;
};

}  // namespace ebb::inline app
