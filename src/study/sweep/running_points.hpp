// The points that run now, each in a child process, within a number of cores and an amount of memory. Points
// for an accelerator share a child process: threads of one process can use it together.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/process/child_process.hpp"
#include "store/stored_run.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline study {

class RunningPoints {
 public:
  RunningPoints(std::int64_t cores, std::uint64_t memory) : cores_(cores), memory_(memory) {}

  bool empty() const { return running_.empty() && gathered_.empty(); }
  std::size_t size() const;
  bool is_full() const { return cores_used_ >= cores_; }
  /// A point that is too large for the whole budget may still run alone.
  bool has_room_for(const SweepPoint& point) const;
  bool is_running(const std::string& id) const;

  /// `job` is the caller's number of it. A point for an accelerator waits for start_group().
  Problems start(std::size_t job, const std::string& path, SweepPoint point);
  /// Starts the points that have been gathered for an accelerator, if there are any.
  Problems start_group(const std::string& path);

  struct Ended {
    std::size_t job;
    StoredRun record;  ///< failed_verdict when it has no result
  };
  /// The points that have ended since the last call.
  std::vector<Ended> ended();

  void kill_all();

 private:
  struct Member {
    std::size_t job;
    SweepPoint point;
  };
  struct Running {
    std::string path;
    std::vector<Member> members;
    ChildProcess child;
  };
  /// So many points for an accelerator run together.
  static constexpr std::size_t most_in_group = 128;

  std::int64_t cores_for(const SweepPoint& point) const;
  Problems begin(const std::string& path, std::vector<Member> members, std::uint64_t memory);
  static std::vector<const SweepPoint*> points_of(const std::vector<Member>& members);
  /// The memory that it may use while others run: its cores' share of the total, or one and a half times its
  /// estimate if that is more.
  std::uint64_t share_of(const SweepPoint& point) const;

  const std::int64_t cores_;
  const std::uint64_t memory_;
  std::int64_t cores_used_ = 0;
  std::uint64_t memory_used_ = 0;
  std::vector<Member> gathered_;  ///< for an accelerator
  bool device_in_use_ = false;    ///< by a group that runs
  std::map<pid_t, Running> running_;
};

}  // namespace ebb::inline study
