#include "app/live_study.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/say.hpp"
#include "app/sweep_points.hpp"
#include "app/sweep_progress_line.hpp"

namespace ebb::inline app {
Problems LiveStudy::start(const std::string& title) {
  auto server = LiveServer::start(title, [] { kill(getpid(), SIGINT); });
  if (!server) return server.problems();
  server_ = std::move(*server);
  say("live: {}\n", server_->address());
  return {};
}

void LiveStudy::progress(const std::string& text, double share, const std::string& figures) {
  if (server_) server_->tell("progress", news_text({{"text", text}, {"share", share}, {"figures", figures}}));
}

void LiveStudy::charts(const std::vector<Chart>& charts) {
  if (!server_) return;
  PageJson all = PageJson::array();
  for (const Chart& chart : charts) all.push_back(chart_json(chart));
  server_->tell("charts", news_text(all));
}

void LiveStudy::end(const std::string& text) {
  if (server_) server_->end(text);
}

void LiveSweep::progress(const SweepProgress& p, double seconds, double cost_done) {
  next_.progress(p, seconds, cost_done);
  // What is drawn is drawn anew each time: rarely enough that a sweep of thousands of points does not feel
  // it.
  if (Clock::now() - last_ < std::chrono::seconds(1)) return;
  last_ = Clock::now();
  const double all = cost_done + p.cost_left;
  page_.progress(progress_text(p, seconds, cost_done), all > 0 ? cost_done / all : 0, last_failure_);
  if (changed_) page_.charts(sweep_charts(points_));
  changed_ = false;
}

void LiveSweep::run_done(const StoredRun& run) {
  next_.run_done(run);
  if (run.kind == "run") points_.push_back(as_point(run)), changed_ = true;
}

void LiveSweep::point_failed(const std::string& id, const std::string& why) {
  next_.point_failed(id, why);
  last_failure_ = fmt::format("point {} failed: {}", id, why);
}

}  // namespace ebb::inline app
