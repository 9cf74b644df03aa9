#include "study/sweep_progress.hpp"

#include "study/status_line.hpp"

namespace ebb::inline study {

SweepProgress progress_of(const std::vector<SweepJob>& jobs, std::size_t running) {
  SweepProgress p;
  p.running = running;
  for (const SweepJob& job : jobs) {
    const bool done = job.state == SweepJob::State::finished;
    ++(job.search ? p.searches : p.points);
    (job.search ? p.searches_done : p.points_done) += done;
    p.held += job.state == SweepJob::State::held;
    p.failed += job.state == SweepJob::State::broken;
    p.runs_done += job.runs_done();
    p.runs += job.runs_done() + job.runs_left();
    p.cost_left += job.cost_left();
  }
  return p;
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
  if (cost_done > 0 && p.cost_left > 0)
    text += fmt::format(", about {} more", duration_text(seconds * p.cost_left / cost_done));
  return text;
}

}  // namespace ebb::inline study
