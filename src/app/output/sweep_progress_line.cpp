#include "app/output/sweep_progress_line.hpp"

#include <fmt/core.h>

#include "tasks/live/progress_text.hpp"

namespace ebb::inline app {

void SweepProgressLine::progress(const SweepProgress& progress, double seconds, double cost_done) {
  if (line_.is_due()) line_.print(progress_text(progress, seconds, cost_done));
}

void SweepProgressLine::point_failed(const std::string& id, const std::string& why) {
  line_.note(fmt::format("point {} failed: {}", id, why));
}

}  // namespace ebb::inline app
