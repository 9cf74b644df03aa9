#include "study/sweep/running_points.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiment/run/program.hpp"
#include "store/claims.hpp"
#include "study/record/run_record.hpp"

namespace ebb::inline study {
namespace {

StoredRun record_of(const std::string& path, const SweepPoint& point, const ChildProcess::Ended& how) {
  auto record = how.well ? run_from_json(how.output) : std::nullopt;
  if (!record) {
    record.emplace();
    record->file = path, record->config = point.config, record->version = program_version();
    record->verdict = failed_verdict, record->why = record->summary = how.why, record->seed = point.seed;
    record->finished_utc = utc_now(), record->machine = machine_name();
  }
  record->id = point.id;
  record->parameters = point.parameters;
  record->wall_s = how.wall_seconds, record->cpu_s = how.cpu_seconds;
  record->peak_memory_bytes = how.peak_memory_bytes;
  return std::move(*record);
}

}  // namespace

std::int64_t RunningPoints::cores_for(const SweepPoint& point) const {
  return std::min(point.threads, cores_);
}

std::uint64_t RunningPoints::share_of(const SweepPoint& point) const {
  const std::uint64_t of_cores =
      memory_ / static_cast<std::uint64_t>(cores_) * static_cast<std::uint64_t>(cores_for(point));
  return std::max(of_cores, point.memory + point.memory / 2);
}

bool RunningPoints::has_room_for(const SweepPoint& point) const {
  return empty() || (cores_used_ + cores_for(point) <= cores_ && memory_used_ + point.memory <= memory_);
}

bool RunningPoints::is_running(const std::string& id) const {
  return std::any_of(running_.begin(), running_.end(),
                     [&](const auto& r) { return r.second.point.id == id; });
}

Problems RunningPoints::start(std::size_t job, const std::string& path, SweepPoint point) {
  auto child = ChildProcess::start([&] {
    const auto run = run_to_record(path, point.root, share_of(point));
    if (run) return json_text(to_json(*run));
    throw std::runtime_error(to_text(run.problems()));
  });
  if (!child) return child.problems();
  cores_used_ += cores_for(point);
  memory_used_ += point.memory;
  const pid_t pid = child->pid();
  running_.emplace(pid, Running{job, path, std::move(point), std::move(*child)});
  return {};
}

std::vector<RunningPoints::Ended> RunningPoints::ended() {
  std::vector<Ended> all;
  int status = 0;
  rusage used{};
  for (pid_t pid = 0; (pid = wait4(-1, &status, WNOHANG, &used)) > 0;) {
    const auto found = running_.find(pid);
    if (found == running_.end()) continue;
    const Running& r = found->second;
    cores_used_ -= cores_for(r.point);
    memory_used_ -= r.point.memory;
    all.push_back({r.job, record_of(r.path, r.point, r.child.collect(status, used))});
    running_.erase(found);
  }
  return all;
}

void RunningPoints::kill_all() {
  for (auto& [pid, running] : running_) {
    running.child.kill();
    waitpid(pid, nullptr, 0);
  }
  running_.clear();
}

}  // namespace ebb::inline study
