#include "study/sweep/running_points.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "study/sweep/point_group.hpp"

namespace ebb::inline study {

std::int64_t RunningPoints::cores_for(const SweepPoint& point) const {
  return std::min(point.threads, cores_);
}

std::uint64_t RunningPoints::share_of(const SweepPoint& point) const {
  const std::uint64_t of_cores =
      memory_ / static_cast<std::uint64_t>(cores_) * static_cast<std::uint64_t>(cores_for(point));
  return std::max(of_cores, point.memory + point.memory / 2);
}

std::vector<const SweepPoint*> RunningPoints::points_of(const std::vector<Member>& members) {
  std::vector<const SweepPoint*> points;
  for (const Member& member : members) points.push_back(&member.point);
  return points;
}

std::size_t RunningPoints::size() const {
  std::size_t points = gathered_.size();
  for (const auto& [pid, running] : running_) points += running.members.size();
  return points;
}

bool RunningPoints::has_room_for(const SweepPoint& point) const {
  if (point.on_device && (device_in_use_ || gathered_.size() == most_in_group)) return false;
  const std::int64_t cores = point.on_device ? 0 : cores_for(point);
  return empty() || (cores_used_ + cores <= cores_ && memory_used_ + point.memory <= memory_);
}

bool RunningPoints::is_running(const std::string& id) const {
  const auto has_id = [&](const Member& member) { return member.point.id == id; };
  return std::any_of(gathered_.begin(), gathered_.end(), has_id) ||
         std::any_of(running_.begin(), running_.end(), [&](const auto& r) {
           return std::any_of(r.second.members.begin(), r.second.members.end(), has_id);
         });
}

Problems RunningPoints::start(std::size_t job, const std::string& path, SweepPoint point) {
  memory_used_ += point.memory;
  if (point.on_device) return gathered_.push_back({job, std::move(point)}), Problems{};
  cores_used_ += cores_for(point);
  const std::uint64_t memory = share_of(point);
  std::vector<Member> alone;
  alone.push_back({job, std::move(point)});
  return begin(path, std::move(alone), memory);
}

Problems RunningPoints::start_group(const std::string& path) {
  if (gathered_.empty()) return {};
  device_in_use_ = true;
  return begin(path, std::exchange(gathered_, {}), memory_);
}

Problems RunningPoints::begin(const std::string& path, std::vector<Member> members, std::uint64_t memory) {
  const std::vector<const SweepPoint*> points = points_of(members);
  auto child = ChildProcess::start([&] { return run_points(path, points, memory); });
  if (!child) return child.problems();
  const pid_t pid = child->pid();
  running_.emplace(pid, Running{path, std::move(members), std::move(*child)});
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
    const auto records = records_of(r.path, points_of(r.members), r.child.collect(status, used));
    for (std::size_t i = 0; i < records.size(); ++i) {
      const SweepPoint& point = r.members[i].point;
      memory_used_ -= point.memory;
      if (point.on_device)
        device_in_use_ = false;
      else
        cores_used_ -= cores_for(point);
      all.push_back({r.members[i].job, records[i]});
    }
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
