// Advances a simulation in time slices of a fraction of a second each, so that a run can show progress and
// react to a stop request. It also stops at the end of each batch, to record what the channels have done by
// then. The results do not depend on the slices.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "engine/run/run_records.hpp"

namespace ebb::inline engine {

class Stepper {
 public:
  /// Both must outlive it.
  Stepper(Simulation& simulation, const RunHooks& hooks)
      : sim_(simulation), hooks_(hooks), records_(sim_, hooks) {}

  /// Runs until everything before `end` has happened, or until soon after a stop request. Simulation's
  /// run_until() does the work; this adds the slices, the records of batches and the progress. All ranks.
  void run_in_slices_until(Picoseconds end);
  /// Says whether the last call was cut short by a stop request.
  bool stopped() const { return sim_.stopped(); }
  /// Sets the expected end of the run, for progress reports.
  void expect_end(Picoseconds end) { expected_end_ = end; }
  RunRecords& records() { return records_; }
  /// Returns the CPU time of all ranks. All ranks.
  double cpu() const { return all_ranks({}).cpu; }

 private:
  struct Slice {
    double seconds = 0, cpu = 0;
    std::uint64_t packets = 0, hops = 0;
  };
  Slice run_slice(Picoseconds end);
  Slice all_ranks(Slice own) const;
  void adapt_slice(double seconds, Picoseconds end);
  void show_series(double seconds);

  Simulation& sim_;
  const RunHooks& hooks_;
  RunRecords records_;
  Picoseconds slice_ = 1_us;
  double cpu_ = 0, shown_before_ = 0, showing_took_ = 0;
  std::optional<Picoseconds> expected_end_;
};

}  // namespace ebb::inline engine
