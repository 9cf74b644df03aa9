// The progress of a sweep on stderr.
#pragma once

#include <string>

#include "app/output/status_line.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline app {

class SweepProgressLine : public SweepWatcher {
 public:
  explicit SweepProgressLine(bool quiet) : line_(quiet) {}
  void progress(const SweepProgress& progress, double seconds, double cost_done) override;
  void point_failed(const std::string& id, const std::string& why) override;

 private:
  StatusLine line_;
};

}  // namespace ebb::inline app
