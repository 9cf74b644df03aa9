// Updates the live page of a study: its progress, and its report with the finished points.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "report/document/document.hpp"
#include "store/stored_run.hpp"
#include "study/sweep/sweep_progress.hpp"
#include "tasks/live/live_page.hpp"

namespace ebb::inline tasks {

/// Forwards everything to another watcher.
class LiveStudy : public SweepWatcher {
 public:
  /// Functions of a study: to add a finished run, and to make the report so far.
  struct Study {
    std::function<void(const StoredRun&)> add;
    std::function<Document()> report;
  };
  LiveStudy(LivePage& page, SweepWatcher& next, Study study)
      : page_(page), next_(next), study_(std::move(study)) {}

  void progress(const SweepProgress& progress, double seconds, double cost_done) override;
  void run_done(const StoredRun& run) override;
  void point_failed(const std::string& id, const std::string& why) override;

 private:
  using Clock = std::chrono::steady_clock;
  LivePage& page_;
  SweepWatcher& next_;
  const Study study_;
  std::string last_failure_;
  bool changed_ = true;
  Clock::time_point next_time_{};
};

}  // namespace ebb::inline tasks
