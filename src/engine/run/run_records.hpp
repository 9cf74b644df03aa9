// What a run records while it goes on, because the end of its warm-up is known only afterwards: what the
// channels had done by the end of every batch and, if requested, each single channel and the decisions.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "engine/run/channel_log.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/decision_log.hpp"
#include "engine/run/run_hooks.hpp"
#include "results/decisions.hpp"
#include "results/run_outcome.hpp"
#include "results/run_time_series.hpp"
#include "statistics/batches.hpp"
#include "statistics/judgement.hpp"
#include "statistics/verdict.hpp"

namespace ebb::inline engine {

class RunRecords {
 public:
  /// Begins at the time that the simulation has reached.
  RunRecords(Simulation& simulation, const RunHooks& hooks);

  /// Records what the channels have done up to now. At the end of each batch.
  void record_batch();
  /// Passes on what was decided since the last call. All ranks, at the same time.
  void record_decisions();

  const UseLog& uses() const { return uses_; }
  /// Returns what the channels did in the measured time, and in the whole run. Ends the records: nothing is
  /// recorded after it. All ranks.
  RunUse close(const Judgement& judgement);
  /// Returns what the channels did in each complete batch, where they are controlled. All ranks.
  std::vector<UseByKind> batches(const BatchSeries& series) const;
  /// Returns how many decisions changed a level in each of these batches. All ranks.
  std::vector<std::uint64_t> changes(const BatchSeries& series, std::size_t batches) const;
  /// Returns what each channel did in that time, on rank 0, if it was requested. All ranks.
  std::vector<ChannelResult> each_channel(Picoseconds from, Picoseconds until) const;
  /// Returns how long power domains had no port that was on. All ranks.
  DomainTimes domains(const BatchSeries& series, Picoseconds from, Picoseconds until) const;
  RunTimeSeries time_series(const BatchSeries& series, const Judgement& judgement) const;
  /// Returns what each channel did over time, on rank 0, if it was requested. All ranks.
  ChannelHistory history(Picoseconds span) const;
  /// Returns how many decisions were passed on, if any were requested.
  std::optional<KeptDecisions> decisions(const std::vector<ReasonCount>& reasons) const;

 private:
  Simulation& sim_;
  UseLog uses_;
  std::optional<ChannelLog> channels_;
  std::optional<DecisionLog> decisions_;
};

}  // namespace ebb::inline engine
