// What the live page of a study shows: a sweep's points as they come in, policies as they are done.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "app/live_server.hpp"
#include "report/page/study_documents.hpp"
#include "study/sweep_progress.hpp"

namespace ebb::inline app {

/// The page of a study, or nothing where none is wanted. Whoever asks it to stop is taken for Ctrl-C.
class LiveStudy {
 public:
  /// Says where the page is.
  Problems start(const std::string& title);
  bool on() const { return server_ != nullptr; }

  void progress(const std::string& text, double share, const std::string& figures);
  void charts(const std::vector<Chart>& charts);
  void end(const std::string& text);

 private:
  std::unique_ptr<LiveServer> server_;
};

/// Tells the page what it hears of a sweep, and hands everything on.
class LiveSweep : public SweepWatcher {
 public:
  LiveSweep(LiveStudy& page, SweepWatcher& next, std::vector<report::SweepPoint> before)
      : page_(page), next_(next), points_(std::move(before)) {}

  void progress(const SweepProgress& progress, double seconds, double cost_done) override;
  void run_done(const StoredRun& run) override;
  void point_failed(const std::string& id, const std::string& why) override;

 private:
  using Clock = std::chrono::steady_clock;
  LiveStudy& page_;
  SweepWatcher& next_;
  std::vector<report::SweepPoint> points_;
  std::string last_failure_;
  bool changed_ = true;
  Clock::time_point last_{};
};

}  // namespace ebb::inline app
