#include "study/sweep/sweep_runner.hpp"

#include <algorithm>
#include <chrono>

#include "config/toml_file.hpp"
#include "store/claims.hpp"
#include "store/stored_run.hpp"
#include "study/process/time_left.hpp"
#include "study/record/stored_inputs.hpp"

namespace ebb::inline study {
namespace {

using State = SweepJob::State;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

SweepRunner::SweepRunner(const SweepConfig& config, SweepPlan plan, Store& store, const SweepOptions& options)
    : config_(config),
      store_(store),
      options_(options),
      jobs_(jobs_of(std::move(plan), config)),
      running_(options.jobs, options.memory),
      known_(store, config.saturation.has_value(), options.any_build),
      rescue_(store.folder()) {
  outcome_.total = jobs_.size();
}

Problems SweepRunner::look_into_store() {
  if (Problems problems = known_.read(); !problems.empty()) return problems;
  for (SweepJob& job : jobs_) {
    if (!job.search && known_.find(job.point)) {
      if (job.id != job.point.id) of_other_builds_[job.id] = job.point.id;
      job.id = job.point.id;
    }
    if (job.search)  // what it has found so far
      if (const auto next = next_run(job, config_.path, known_); !next) return next.problems();
    if (known_.find(job.id)) job.state = State::finished, ++outcome_.done_before;
  }
  return {};
}

Problems SweepRunner::keep_inputs() {
  StoredInputs inputs(store_.folder());
  for (const SweepJob& job : jobs_) {
    const auto document = parse_toml(job.point.config, config_.path);
    if (!document) continue;  // its problems are reported when it runs
    if (Problems problems = inputs.keep(*document); !problems.empty()) return problems;
  }
  return {};
}

SweepOutcome SweepRunner::run(SweepWatcher& watcher) {
  const AwaitedSignals signals;
  outcome_.problems = keep_inputs();
  began_ = now();
  double last_sign = 0, last_look = began_, patience = 1;
  while (outcome_.problems.empty() && !outcome_.interrupted) {
    start_what_fits();
    if (running_.empty() && !(any_held() && options_.wait)) break;
    watcher.progress(progress(now()), now() - began_, cost_done_);
    const int signal = signals.wait(running_.empty() ? std::min(4.0, patience) : 0.5);
    outcome_.interrupted = signal != 0 && signal != SIGCHLD;
    store_what_ended(watcher);
    if (now() - last_sign > 5) store_.claims().still_here(), last_sign = now();
    if (any_held() && (running_.empty() || now() - last_look >= patience)) {
      look_at_held();
      last_look = now(), patience = std::min(30.0, patience * 1.5);
    }
  }
  if (rescue_.runs() > 0) finish_elsewhere(signals);
  running_.kill_all();
  for (const SweepJob& job : jobs_) {
    outcome_.failed += job.state == State::broken;
    outcome_.left_to_others += job.state == State::held;
  }
  store_.claims().clear_if_alone();
  return outcome_;
}

std::string SweepRunner::stored_id(const std::string& planned) const {
  const auto other = of_other_builds_.find(planned);
  return other == of_other_builds_.end() ? planned : other->second;
}

std::map<std::string, std::vector<NamedFigure>> SweepRunner::parameters() const {
  std::map<std::string, std::vector<NamedFigure>> all;
  for (const SweepJob& job : jobs_) all[job.id] = job.point.parameters;
  for (const SweepJob& job : jobs_)  // a run of a search that is also a point keeps the point's parameters
    for (const LabelledRun& run : job.tried) all.try_emplace(run.id, run.parameters);
  return all;
}

bool SweepRunner::any_held() const {
  return std::any_of(jobs_.begin(), jobs_.end(), [](const SweepJob& j) { return j.state == State::held; });
}

SweepProgress SweepRunner::progress(double now) const {
  SweepProgress progress = progress_of(jobs_, running_.size());
  if (progress.held > 0) return progress;
  WorkLeft work{.ended_cost = ended_cost_, .ended_seconds = ended_seconds_, .running = {}, .waiting = {}};
  work.places = running_.size();
  for (const SweepJob& job : jobs_)
    if (job.state == State::running)
      work.running.push_back({job.cost_left(), now - job.began});
    else if (job.state == State::waiting)
      work.waiting.push_back(job.cost_left());
  progress.seconds_left = time_left(work);
  return progress;
}

void SweepRunner::start_what_fits() {
  for (std::size_t i = 0; i < jobs_.size() && outcome_.problems.empty() && !running_.is_full(); ++i)
    if (jobs_[i].state == State::waiting && running_.has_room_for(jobs_[i].point)) advance(i);
  if (outcome_.problems.empty()) outcome_.problems = running_.start_group(config_.path);
}

/// Starts the job's next run, or finds that there is none or that another process has claimed it.
void SweepRunner::advance(std::size_t number) {
  SweepJob& job = jobs_[number];
  if (!job.is_ours && !may_run(job, job.id)) return;
  job.is_ours = true;
  if (known_.find(job.id)) return finish(job);  // another process may have finished it
  if (job.search) return advance_search(number);
  start(number, job.point);
}

/// A run of a search may also be a point of the sweep or of another search. No run is repeated.
void SweepRunner::advance_search(std::size_t number) {
  SweepJob& job = jobs_[number];
  job.state = State::waiting;
  for (;;) {
    auto next = next_run(job, config_.path, known_);
    if (!next) {
      outcome_.problems = next.problems();
      return;
    }
    if (!*next) break;
    if (!may_run(job, (*next)->id)) return;
    if (!known_.find((*next)->id)) return start(number, std::move(**next));
  }
  const StoredRun record = search_record(job, config_.path);
  outcome_.problems = store_.put(record);
  if (!outcome_.problems.empty()) return;
  ours_.insert(record.id);
  finish(job);
}

/// Claims an id. It may be stored by then.
bool SweepRunner::may_run(SweepJob& job, const std::string& id) {
  if (running_.is_running(id)) return false;  // the job waits for it
  const auto answer = store_.claims().take(id);
  if (!answer) {
    outcome_.problems = answer.problems();
    return false;
  }
  if (*answer == Claim::held) job.state = State::held, job.held_id = id;
  if (*answer == Claim::taken_over) outcome_.problems = known_.read();
  return *answer != Claim::held && outcome_.problems.empty();
}

void SweepRunner::start(std::size_t number, SweepPoint point) {
  outcome_.problems = running_.start(number, config_.path, std::move(point));
  if (outcome_.problems.empty()) jobs_[number].state = State::running, jobs_[number].began = now();
}

void SweepRunner::finish(SweepJob& job) {
  if (job.search) (void)next_run(job, config_.path, known_);  // runs of other processes are listed too
  job.state = State::finished;
  ++(ours_.contains(job.id) ? outcome_.done : outcome_.done_by_others);
}

void SweepRunner::store_what_ended(SweepWatcher& watcher) {
  const auto all = running_.ended();
  if (outcome_.interrupted) return;
  for (const auto& [number, record] : all) {
    if (outcome_.problems.empty()) outcome_.problems = store_.put(record);
    if (!outcome_.problems.empty()) {
      rescue_.put(record);
      continue;
    }
    if (!record.finished()) {
      jobs_[number].state = State::broken;
      watcher.point_failed(record.id, record.why);
      continue;
    }
    known_.add(record);
    ours_.insert(record.id);
    watcher.run_done(record);
    cost_done_ += jobs_[number].run_cost;
    ended_cost_ += jobs_[number].run_cost, ended_seconds_ += record.wall_s;
  }
  // After all have been recorded: a search may continue with the result of another job.
  for (const auto& [number, record] : all) {
    if (!record.finished() || !outcome_.problems.empty()) continue;
    if (jobs_[number].search)
      advance_search(number);
    else
      finish(jobs_[number]);
  }
}

/// The store cannot be written, but the fallback can: current runs may finish.
void SweepRunner::finish_elsewhere(const AwaitedSignals& signals) {
  while (!running_.empty() && !outcome_.interrupted) {
    const int signal = signals.wait(0.5);
    outcome_.interrupted = signal != 0 && signal != SIGCHLD;
    for (const auto& ended : running_.ended())
      if (ended.record.finished()) rescue_.put(ended.record);
  }
  outcome_.problems.front().hint = rescue_.hint();
}

/// Checks jobs that other processes had claimed: they may be done, or the process may have ended.
void SweepRunner::look_at_held() {
  outcome_.problems = known_.read();
  for (SweepJob& job : jobs_) {
    if (job.state != State::held || !outcome_.problems.empty()) continue;
    const double before = job.cost_left();
    if (job.search)  // what the other process has found so far
      if (const auto next = next_run(job, config_.path, known_); !next) outcome_.problems = next.problems();
    if (known_.find(job.id))
      finish(job);
    else if (known_.find(job.held_id) || store_.claims().holder(job.held_id).empty())
      job.state = State::waiting;
    cost_done_ += std::max(0.0, before - job.cost_left());
  }
}

}  // namespace ebb::inline study
