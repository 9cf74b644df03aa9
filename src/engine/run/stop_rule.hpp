// When a run ends: its statistics suffice, its workload has ended, its packets are in a deadlock, its longest
// time has passed, or somebody has requested it. The rules of the statistics are in statistics/verdict.hpp.
#pragma once

#include <optional>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "engine/run/run_records.hpp"
#include "engine/run/run_settings.hpp"
#include "statistics/judgement.hpp"

namespace ebb::inline engine {

/// What a check of the run has found.
struct RunCheck {
  Counters counters;
  std::vector<UseByKind> batches;  ///< what the channels did in each complete batch, where controlled
  Judgement judgement;
  Problems deadlock;      ///< a cycle of waiting packets; empty: there is none
  bool finished = false;  ///< the workload has ended, and all of it has arrived or was dropped
  bool partial = false;   ///< the run ends before it has shown what it should
  bool ends = false;
  std::optional<Picoseconds> expected_end = {};  ///< of the run, where it goes on; nothing: unknown
};

class StopRule {
 public:
  /// Both must outlive it.
  StopRule(const Simulation& simulation, const RunSettings& settings);
  StopRule(const Simulation& simulation, const RunSettings&& settings) = delete;

  /// Returns the time of the next check.
  Picoseconds next_check() const;
  /// Checks whether the run ends now. All ranks.
  RunCheck check(const RunRecords& records);

 private:
  /// Says whether the workload has ended before `least_time`: what channels do until then still counts.
  bool waits(bool finished) const;

  const Simulation& sim_;
  const RunSettings& settings_;
  const bool is_job_;  ///< the end of a job is its result
  Wanted wanted_;
  bool waits_ = false;
};

}  // namespace ebb::inline engine
