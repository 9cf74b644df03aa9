#include "study/sweep/sweep_progress.hpp"

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

}  // namespace ebb::inline study
