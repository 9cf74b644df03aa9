#include "app/sweep_runner.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/run_record.hpp"
#include "base/digest.hpp"
#include "network/run_result.hpp"
#include "report/render.hpp"

namespace ebb {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The signals that the loop waits for, blocked while it lives so that none is missed.
class AwaitedSignals {
 public:
  AwaitedSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    for (const int s :
         {SIGINT, SIGTERM, SIGHUP}) {  // what nohup, or a shell, has told us to ignore stays ignored
      struct sigaction action {};
      if (sigaction(s, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&set_, s);
    }
    sigprocmask(SIG_BLOCK, &set_, &before_);
    // Beyond a limit on file sizes a write fails and is reported, instead of ending the program.
    size_limit_ = signal(SIGXFSZ, SIG_IGN);
  }
  ~AwaitedSignals() {
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    signal(SIGXFSZ, size_limit_);
  }
  /// The next one, or 0 after the given time.
  int wait(double seconds) const {
    const auto whole = static_cast<time_t>(seconds);
    const timespec time{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
    const int signal = sigtimedwait(&set_, nullptr, &time);
    return signal > 0 ? signal : 0;
  }

 private:
  sigset_t set_, before_;
  sighandler_t size_limit_;
};

std::string search_id(const SweepPoint& point, const SaturationSettings& settings) {
  return point_id([&] {
    Node node;
    Node text;
    text.kind = Node::Kind::text;
    text.text = fmt::format("saturation of {} from {} to {} within {}", point.id, settings.from, settings.to,
                            settings.precision);
    node.entries.push_back({"search", text});
    return node;
  }());
}

double number(const Cell& cell) {
  const auto* value = std::get_if<double>(&cell.value());
  return value ? *value : 0;
}

}  // namespace

SweepRunner::SweepRunner(const SweepConfig& config, SweepPlan plan, Store& store, const SweepOptions& options)
    : config_(config), store_(store), options_(options), line_(options.quiet) {
  add_jobs(std::move(plan));
}

void SweepRunner::add_jobs(SweepPlan plan) {
  for (SweepPoint& point : plan.points) {
    Job job;
    job.id = point.id, job.cost = point.cost;
    job.point = std::move(point);
    jobs_.push_back(std::move(job));
  }
  for (SweepPoint& point : plan.searches) {
    Job job;
    job.id = search_id(point, *config_.saturation);
    job.search = std::make_unique<SaturationSearch>(*config_.saturation);
    job.cost = point.cost * 5;  // one run after the other
    job.point = std::move(point);
    jobs_.push_back(std::move(job));
  }
  std::stable_sort(jobs_.begin(), jobs_.end(), [](const Job& a, const Job& b) { return a.cost > b.cost; });
  outcome_.total = jobs_.size();
}

SweepRunner::Known SweepRunner::known_of(const StoredRun& run) {
  return {run.verdict, number(figure_named(run.figures, "offered.share")),
          number(figure_named(run.figures, "accepted.share"))};
}

/// A run that ended undecided is judged by what the network took in: throughput is known long before latency
/// is.
bool SweepRunner::Known::is_steady() const {
  constexpr double all_of_it = 0.99;
  if (verdict == name_of(Verdict::undecided)) return accepted >= all_of_it * offered;
  return verdict != name_of(Verdict::saturated);
}

Problems SweepRunner::read_known() {
  auto runs = store_.read(config_.saturation.has_value());  // only searches look at figures
  if (!runs) return runs.problems();
  for (const StoredRun& run : *runs)
    if (run.finished()) known_[run.id] = known_of(run);
  return {};
}

Problems SweepRunner::look_into_store() {
  if (Problems problems = read_known(); !problems.empty()) return problems;
  for (Job& job : jobs_) {
    if (job.search) (void)next_point(job);  // what a search has found so far
    if (known_.contains(job.id)) job.state = Job::State::finished, ++outcome_.done_before;
  }
  return outcome_.problems;
}

SweepOutcome SweepRunner::run() {
  const AwaitedSignals signals;
  began_ = now();
  double last_sign = 0, patience = 1;
  while (outcome_.problems.empty() && !outcome_.interrupted) {
    start_what_fits();
    const bool held =
        std::any_of(jobs_.begin(), jobs_.end(), [](const Job& j) { return j.state == Job::State::held; });
    if (running_.empty() && !(held && options_.wait)) break;
    const int signal = signals.wait(running_.empty() ? patience : 0.5);
    outcome_.interrupted = signal != 0 && signal != SIGCHLD;
    reap();
    if (now() - last_sign > 5) store_.claims().still_here(), last_sign = now();
    if (running_.empty() && held) look_at_held(), patience = std::min(4.0, patience * 1.5);
    show_progress();
  }
  kill_all();
  for (const Job& job : jobs_) {
    outcome_.failed += job.state == Job::State::broken;
    outcome_.left_to_others += job.state == Job::State::held;
  }
  if (outcome_.complete() && store_.claims().others().empty()) store_.claims().clear();
  return outcome_;
}

std::vector<std::string> SweepRunner::ids() const {
  std::vector<std::string> ids;
  for (const Job& job : jobs_) {
    ids.push_back(job.id);
    ids.insert(ids.end(), job.tried.begin(), job.tried.end());
  }
  return ids;
}

void SweepRunner::start_what_fits() {
  for (std::size_t i = 0; i < jobs_.size() && outcome_.problems.empty(); ++i) {
    Job& job = jobs_[i];
    if (cores_used_ >= options_.jobs) return;
    if (job.state != Job::State::waiting) continue;
    const std::int64_t cores = std::min(job.point.threads, options_.jobs);
    const bool fits =
        cores_used_ + cores <= options_.jobs && memory_used_ + job.point.memory <= options_.memory;
    if ((fits || running_.empty()) && claim(job)) start(i);
  }
}

bool SweepRunner::claim(Job& job) {
  const auto answer = store_.claims().take(job.id);
  if (!answer) {
    outcome_.problems = answer.problems();
    return false;
  }
  if (*answer == Claim::held) job.state = Job::State::held;
  if (*answer != Claim::taken_over) return *answer == Claim::fresh;
  outcome_.problems = read_known();  // the one who had it may have done it
  if (known_.contains(job.id)) job.state = Job::State::finished, ++outcome_.done_before;
  return outcome_.problems.empty() && job.state == Job::State::waiting;
}

void SweepRunner::start(std::size_t number) {
  Job& job = jobs_[number];
  if (!job.search) return start_child(number, job.point);
  if (auto point = next_point(job))
    start_child(number, std::move(*point));
  else if (outcome_.problems.empty())
    finish_search(job);
}

void SweepRunner::start_child(std::size_t number, SweepPoint point) {
  auto child = ChildProcess::start([&] {
    const auto run = run_to_record(config_.path, point.root);
    if (run) return json_text(to_json(*run));
    throw std::runtime_error(to_text(run.problems()));
  });
  if (!child) {
    outcome_.problems = child.problems();
    return;
  }
  jobs_[number].state = Job::State::running;
  cores_used_ += std::min(point.threads, options_.jobs);
  memory_used_ += point.memory;
  const pid_t pid = child->pid();
  running_.emplace(pid, Running{number, std::move(point), std::move(*child)});
}

/// Tells the search what is known already. Nothing when it is settled.
std::optional<SweepPoint> SweepRunner::next_point(Job& job) {
  while (const auto load = job.search->next()) {
    auto point = with_load(config_.path, job.point, *load);
    if (!point) {
      outcome_.problems = point.problems();
      return std::nullopt;
    }
    const auto known = known_.find(point->id);
    if (known == known_.end()) return std::move(*point);
    job.tried.push_back(point->id);
    job.search->tell(known->second.is_steady());
  }
  return std::nullopt;
}

void SweepRunner::finish_search(Job& job) {
  const SaturationSearch& search = *job.search;
  StoredRun record;
  record.id = job.id, record.kind = "saturation", record.file = config_.path,
  record.config = job.point.config;
  record.version = program_version(), record.seed = job.point.seed;
  record.finished_utc = utc_now(), record.machine = machine_name();
  record.parameters = job.point.parameters;
  record.verdict = !search.steady() ? "below" : search.saturated() ? "found" : "above";
  const auto cell = [](std::optional<double> load) { return load ? Cell(*load) : Cell(); };
  record.figures = {{"saturation.steady_load", cell(search.steady())},
                    {"saturation.saturated_load", cell(search.saturated())}};
  Cell verdict, accepted;  // of the run at the saturated load
  if (search.saturated())
    if (const auto point = with_load(config_.path, job.point, *search.saturated()); point)
      verdict = known_[point->id].verdict, accepted = known_[point->id].accepted;
  record.figures.push_back({"saturation.verdict", verdict});
  record.figures.push_back({"saturation.accepted_share", accepted});
  record.figures.push_back({"saturation.runs", static_cast<std::int64_t>(job.tried.size())});
  Digest digest;
  for (const std::string& id : job.tried)
    for (const char c : id) digest.add(static_cast<unsigned char>(c));
  record.digest = fmt::format("{:016x}", digest.value());
  store_record(record);
  if (!outcome_.problems.empty()) return;
  job.state = Job::State::finished;
  cost_done_ += job.cost;
  ++outcome_.done;
}

void SweepRunner::reap() {
  int status = 0;
  rusage used{};
  for (pid_t pid = 0; (pid = wait4(-1, &status, WNOHANG, &used)) > 0;) {
    const auto found = running_.find(pid);
    if (found == running_.end()) continue;
    Running running = std::move(found->second);
    running_.erase(found);
    cores_used_ -= std::min(running.point.threads, options_.jobs);
    memory_used_ -= running.point.memory;
    const ChildProcess::Ended how = running.child.collect(status, used);
    ended(std::move(running), how);
  }
}

void SweepRunner::ended(Running running, const ChildProcess::Ended& how) {
  if (outcome_.interrupted || !outcome_.problems.empty()) return;
  Job& job = jobs_[running.job];
  auto record = how.well ? run_from_json(how.output) : std::nullopt;
  if (!record) {
    record.emplace();
    record->file = config_.path, record->config = running.point.config, record->version = program_version();
    record->verdict = failed_verdict, record->why = record->summary = how.why,
    record->seed = running.point.seed;
    record->finished_utc = utc_now(), record->machine = machine_name();
  }
  record->id = running.point.id;
  record->parameters = running.point.parameters;
  record->wall_s = how.wall_seconds, record->cpu_s = how.cpu_seconds;
  record->peak_memory_bytes = how.peak_memory_bytes;
  store_record(*record);
  if (!outcome_.problems.empty()) return;
  if (!record->finished()) {
    job.state = Job::State::broken;
    line_.note(fmt::format("point {} failed: {}", record->id, how.why));
    return;
  }
  known_[record->id] = known_of(*record);
  if (job.search) {
    job.state = Job::State::waiting;
    return start(running.job);
  }
  job.state = Job::State::finished;
  cost_done_ += job.cost;
  ++outcome_.done;
}

void SweepRunner::store_record(const StoredRun& run) { outcome_.problems = store_.put(run); }

/// Points that others were running when we came to them: they may be done by now, or their process dead.
void SweepRunner::look_at_held() {
  outcome_.problems = read_known();
  for (Job& job : jobs_) {
    if (job.state != Job::State::held) continue;
    if (known_.contains(job.id))
      job.state = Job::State::finished, ++outcome_.done_before;
    else if (store_.claims().holder(job.id).empty())
      job.state = Job::State::waiting;
  }
}

void SweepRunner::kill_all() {
  for (auto& [pid, running] : running_) {
    running.child.kill();
    waitpid(pid, nullptr, 0);
  }
  running_.clear();
}

void SweepRunner::show_progress() {
  if (!line_.is_due()) return;
  std::size_t finished = 0, failed = 0, held = 0;
  double left = 0;
  for (const Job& job : jobs_) {
    finished += job.state == Job::State::finished;
    failed += job.state == Job::State::broken;
    held += job.state == Job::State::held;
    if (job.state == Job::State::waiting || job.state == Job::State::running) left += job.cost;
  }
  const double passed = now() - began_;
  std::string text = fmt::format("{} of {} points done, {} running", finished, jobs_.size(), running_.size());
  if (held > 0) text += fmt::format(", {} run by others", held);
  if (failed > 0) text += fmt::format(", {} failed", failed);
  text += fmt::format(", {} passed", duration_text(passed));
  if (cost_done_ > 0 && left > 0)
    text += fmt::format(", about {} more", duration_text(passed * left / cost_done_));
  line_.print(text);
}

}  // namespace ebb
