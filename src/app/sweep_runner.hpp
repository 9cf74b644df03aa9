// Runs the points of a sweep that are not in the store yet, several at a time, and stores each as it ends.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/child_process.hpp"
#include "app/saturation_search.hpp"
#include "app/status_line.hpp"
#include "app/sweep_points.hpp"
#include "store/store.hpp"

namespace ebb {

struct SweepOptions {
  std::int64_t jobs = 1;     ///< cores to use
  std::uint64_t memory = 0;  ///< bytes for all points that run at once
  bool wait = true;          ///< at the end, for points that other processes are running
  bool quiet = false;
};

struct SweepOutcome {
  std::size_t total = 0;           ///< points and searches
  std::size_t done_before = 0;     ///< found in the store
  std::size_t done = 0;            ///< by this process
  std::size_t left_to_others = 0;  ///< which are still at it
  std::size_t failed = 0;
  bool interrupted = false;
  Problems problems;  ///< that ended the sweep
  bool complete() const { return !interrupted && problems.empty() && failed == 0 && left_to_others == 0; }
};

class SweepRunner {
 public:
  SweepRunner(const SweepConfig& config, SweepPlan plan, Store& store, const SweepOptions& options);

  /// Finds out what is done already. To be called first.
  Problems look_into_store();

  /// Until everything is done, or Ctrl-C or SIGTERM comes, or nothing can be stored any more.
  SweepOutcome run();

  /// Of the points, the searches, and the searches' runs so far.
  std::vector<std::string> ids() const;

 private:
  /// A point, or a search, which runs one point after the other.
  struct Job {
    enum class State { waiting, running, held, finished, broken };
    SweepPoint point;
    std::string id;
    std::unique_ptr<SaturationSearch> search;
    std::vector<std::string> tried;  ///< ids of the search's runs
    double cost = 0;
    State state = State::waiting;
  };
  /// What is known of a run that is done.
  struct Known {
    std::string verdict;
    double offered = 0, accepted = 0;  ///< share of the hosts' rate
    bool is_steady() const;
  };
  struct Running {
    std::size_t job;
    SweepPoint point;
    ChildProcess child;
  };

  static Known known_of(const StoredRun& run);
  void add_jobs(SweepPlan plan);
  Problems read_known();
  void start_what_fits();
  bool claim(Job& job);
  void start(std::size_t job);
  void start_child(std::size_t job, SweepPoint point);
  std::optional<SweepPoint> next_point(Job& job);
  void finish_search(Job& job);
  void reap();
  void ended(Running running, const ChildProcess::Ended& how);
  void store_record(const StoredRun& run);
  void look_at_held();
  void kill_all();
  void show_progress();

  const SweepConfig& config_;
  Store& store_;
  const SweepOptions options_;
  StatusLine line_;
  std::vector<Job> jobs_;  ///< longest first
  std::map<pid_t, Running> running_;
  std::map<std::string, Known> known_;
  std::int64_t cores_used_ = 0;
  std::uint64_t memory_used_ = 0;
  double began_ = 0, cost_done_ = 0;
  SweepOutcome outcome_;
};

}  // namespace ebb
