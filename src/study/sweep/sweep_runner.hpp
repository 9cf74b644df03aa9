// Runs the points of a sweep that are not stored yet, several at a time, and stores each when it ends.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "results/named_figure.hpp"
#include "store/store.hpp"
#include "study/process/awaited_signals.hpp"
#include "study/record/rescue_store.hpp"
#include "study/sweep/known_runs.hpp"
#include "study/sweep/running_points.hpp"
#include "study/sweep/sweep_job.hpp"
#include "study/sweep/sweep_progress.hpp"

namespace ebb::inline study {

struct SweepOptions {
  std::int64_t jobs = 1;     ///< cores to use
  std::uint64_t memory = 0;  ///< bytes for all points that run at a time
  bool wait = true;          ///< whether to wait at the end for points that other processes run
  bool any_build = false;    ///< whether runs of other builds of ebb count
};

struct SweepOutcome {
  std::size_t total = 0;           ///< points and searches
  std::size_t done_before = 0;     ///< found in the store at the start
  std::size_t done = 0;            ///< by this process
  std::size_t done_by_others = 0;  ///< during this sweep
  std::size_t left_to_others = 0;  ///< still running in other processes
  std::size_t failed = 0;
  bool interrupted = false;
  Problems problems;  ///< the reasons why the sweep ended early
  bool complete() const { return !interrupted && problems.empty() && failed == 0 && left_to_others == 0; }
};

class SweepRunner {
 public:
  SweepRunner(const SweepConfig& config, SweepPlan plan, Store& store, const SweepOptions& options);

  /// Reads which points are done. To be called first.
  Problems look_into_store();

  /// The damaged runs of the store, which are run again.
  const Problems& damaged() const { return known_.damaged(); }

  /// Runs until everything is done, Ctrl-C or SIGTERM arrives, or nothing can be stored any more.
  SweepOutcome run(SweepWatcher& watcher);

  /// The id under which a planned point is stored. It differs when a run of another build counts.
  std::string stored_id(const std::string& planned) const;

  /// The varied parameters by id: of the points, the searches, and the searches' runs so far.
  std::map<std::string, std::vector<NamedFigure>> parameters() const;

 private:
  Problems keep_inputs();
  bool any_held() const;
  SweepProgress progress(double now) const;
  void start_what_fits();
  void advance(std::size_t number);
  void advance_search(std::size_t number);
  bool may_run(SweepJob& job, const std::string& id);
  void start(std::size_t number, SweepPoint point);
  void finish(SweepJob& job);
  void store_what_ended(SweepWatcher& watcher);
  void look_at_held();
  void finish_elsewhere(const AwaitedSignals& signals);

  const SweepConfig& config_;
  Store& store_;
  const SweepOptions options_;
  std::vector<SweepJob> jobs_;  ///< longest first
  RunningPoints running_;
  KnownRuns known_;
  RescueStore rescue_;
  std::map<std::string, std::string> of_other_builds_;  ///< stored ids by planned ones
  std::set<std::string> ours_;                          ///< ids that this process has stored
  double began_ = 0, cost_done_ = 0;
  double ended_cost_ = 0, ended_seconds_ = 0;  ///< of this process's runs
  SweepOutcome outcome_;
};

}  // namespace ebb::inline study
