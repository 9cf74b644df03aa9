#include "app/output/sweep_progress_line.hpp"

#include <fmt/core.h>

namespace ebb::inline app {

void SweepProgressLine::progress(const SweepProgress& progress, double seconds, double cost_done) {
  if (line_.is_due()) line_.print(progress_text(progress, seconds, cost_done));
}

void SweepProgressLine::point_failed(const std::string& id, const std::string& why) {
  line_.note(fmt::format("point {} failed: {}", id, why));
}

std::string progress_text(const SweepProgress& p, double seconds, double cost_done) {
  std::string text;
  if (p.points > 0 || p.searches == 0) text = fmt::format("{} of {} points", p.points_done, p.points);
  if (p.searches > 0)
    text += fmt::format("{}{} of {} searches", text.empty() ? "" : " and ", p.searches_done, p.searches);
  text += " done";
  if (p.searches > 0) text += fmt::format(" ({} of about {} runs)", p.runs_done, p.runs);
  text += fmt::format(", {} running", p.running);
  if (p.held > 0) text += fmt::format(", {} run by others", p.held);
  if (p.failed > 0) text += fmt::format(", {} failed", p.failed);
  text += fmt::format(", {} passed", duration_text(seconds));
  if (p.seconds_left)
    text += fmt::format(", about {} more", duration_text(*p.seconds_left));
  else if (cost_done > 0 && p.cost_left > 0)
    text += fmt::format(", about {} more", duration_text(seconds * p.cost_left / cost_done));
  return text;
}

}  // namespace ebb::inline app
