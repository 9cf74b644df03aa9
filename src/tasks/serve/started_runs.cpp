#include "tasks/serve/started_runs.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <utility>

#include "base/process/run_tool.hpp"

namespace ebb::inline tasks {
namespace {

using namespace std::chrono_literals;

/// Reading a file and building its network: a network that takes longer is for a terminal.
constexpr auto longest_check = 30s;

/// Only an address of this machine becomes a link of the page, whatever a run prints.
constexpr std::string_view live_line = "live: ", local = "http://127.0.0.1:";

/// Starts this program with a file as its standard input, so that paths in it are relative to our folder.
Result<ChildProcess> start_ebb(const std::vector<std::string>& words, const std::string& file) {
  return ChildProcess::start_program(file, [&] {
    (void)become_tool(words, {});
    _exit(127);
  });
}

struct Printed {
  std::string live, last;
};
Printed printed_in(const std::string& text) {
  Printed printed;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(live_line) && line.compare(live_line.size(), local.size(), local) == 0)
      printed.live = line.substr(live_line.size());
    else if (!line.empty())
      printed.last = line;
  return printed;
}

}  // namespace

StartedRuns::StartedRuns(std::string program, std::string store)
    : program_(std::move(program)), store_(std::move(store)), worker_([this] { work(); }) {}

void StartedRuns::end() {
  over_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& job : jobs_) job->stop.request_stop();
  }
  changed_.notify_all();
}

StartedRuns::~StartedRuns() {
  end();
  worker_.join();
}

std::size_t StartedRuns::waiting() const {
  return static_cast<std::size_t>(
      std::count_if(jobs_.begin(), jobs_.end(), [](const auto& job) { return job->run.state == "waiting"; }));
}

std::variant<int, StartedRuns::Refused> StartedRuns::add(const std::string& file) {
  {
    const std::lock_guard lock(mutex_);
    if (checking_) return Refused{"another file is being checked: send this one again in a moment"};
    if (waiting() >= most_waiting)
      return Refused{fmt::format("{} runs wait already: stop one, or wait for one to end", most_waiting)};
    checking_ = true;
  }
  const auto child = start_ebb({program_, "run", "-", "--memory"}, file);
  ChildProcess::Ended ended;
  if (child) ended = child->wait(longest_check, over_.get_token());
  const std::lock_guard lock(mutex_);
  checking_ = false;
  if (!child) return Refused{to_text(child.problems())};
  if (ended.late)
    return Refused{
        fmt::format("reading it and building its network takes more than {} s: give it to `ebb run` in a "
                    "terminal",
                    longest_check.count())};
  if (!ended.well) return Refused{ended.errors.empty() ? ended.why : ended.errors};
  auto job = std::make_shared<Job>();
  job->run.number = ++last_, job->run.state = "waiting", job->file = file;
  jobs_.push_back(job);
  if (jobs_.size() > most_kept)
    if (const auto over =
            std::find_if(jobs_.begin(), jobs_.end(),
                         [](const auto& old) { return !old->child && old->run.state != "waiting"; });
        over != jobs_.end())
      jobs_.erase(over);
  changed_.notify_all();
  return job->run.number;
}

bool StartedRuns::stop(int number) {
  const std::lock_guard lock(mutex_);
  for (const auto& job : jobs_) {
    if (job->run.number != number) continue;
    if (job->run.state != "waiting" && job->run.state != "running") return false;
    if (job->child && !std::exchange(job->asked_to_end, true))
      ::kill(job->child->pid(), SIGTERM);
    else
      job->stop.request_stop();
    if (job->run.state == "waiting") job->run.state = "stopped";
    return true;
  }
  return false;
}

std::vector<StartedRuns::Run> StartedRuns::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<Run> runs;
  for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) {
    Run run = (*job)->run;
    if ((*job)->child) {
      const Printed printed = printed_in((*job)->child->errors_so_far());
      run.live = printed.live, run.said = printed.last;
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

void StartedRuns::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    const auto next = [&] {
      return std::find_if(jobs_.begin(), jobs_.end(),
                          [](const auto& job) { return job->run.state == "waiting"; });
    };
    changed_.wait(lock, [&] { return over_.stop_requested() || next() != jobs_.end(); });
    if (over_.stop_requested()) return;
    const std::shared_ptr<Job> job = *next();
    job->run.state = "running";
    lock.unlock();
    run_one(job);
  }
}

void StartedRuns::run_one(const std::shared_ptr<Job>& job) {
  auto started = start_ebb({program_, "run", "-", "--store", store_, "--live"}, job->file);
  if (!started) {
    const std::lock_guard lock(mutex_);
    job->run.state = "failed", job->run.said = to_text(started.problems());
    return;
  }
  const auto child = std::make_shared<const ChildProcess>(std::move(*started));
  {
    const std::lock_guard lock(mutex_);
    job->child = child;
  }
  const ChildProcess::Ended ended = child->wait(no_limit, job->stop.get_token());
  const std::lock_guard lock(mutex_);
  job->child.reset();
  const bool stopped = ended.stopped || (job->asked_to_end && !ended.well);
  job->run.state = ended.well ? "finished" : stopped ? "stopped" : "failed";
  job->run.said = ended.well || stopped ? "" : ended.why;
}

}  // namespace ebb::inline tasks
