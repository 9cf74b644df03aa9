#include "tasks/live/live_study.hpp"

#include <fmt/format.h>

#include "tasks/live/progress_text.hpp"

namespace ebb::inline tasks {

void LiveStudy::progress(const SweepProgress& p, double seconds, double cost_done) {
  next_.progress(p, seconds, cost_done);
  const auto begin = Clock::now();
  if (!page_.on() || begin < next_time_) return;
  const double all = cost_done + p.cost_left;
  page_.progress(progress_text(p, seconds, cost_done), all > 0 ? cost_done / all : 0, last_failure_);
  if (changed_) page_.show(study_.report());
  changed_ = false;
  // Everything is drawn again each time, so updates are rare enough not to slow a study of thousands of
  // points.
  next_time_ =
      Clock::now() + std::max<Clock::duration>(std::chrono::seconds(1), 100 * (Clock::now() - begin));
}

void LiveStudy::run_done(const StoredRun& run) {
  next_.run_done(run);
  study_.add(run);
  changed_ = true;
}

void LiveStudy::point_failed(const std::string& id, const std::string& why) {
  next_.point_failed(id, why);
  last_failure_ = fmt::format("point {} failed: {}", id, why);
}

}  // namespace ebb::inline tasks
