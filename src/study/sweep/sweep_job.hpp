// A job of a sweep: one point, or a search for saturation, which runs points one after the other.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "results/named_figure.hpp"
#include "store/stored_run.hpp"
#include "study/sweep/known_runs.hpp"
#include "study/sweep/saturation_search.hpp"
#include "study/sweep/sweep_plan.hpp"

namespace ebb::inline study {

/// A finished run, and its parameters in the sweep.
struct LabelledRun {
  std::string id;
  std::vector<NamedFigure> parameters;
};

struct SweepJob {
  enum class State {
    waiting,
    running,
    held,  ///< claimed by another process
    finished,
    broken
  };
  SweepPoint point;
  std::string id;
  std::unique_ptr<SaturationSearch> search;
  std::vector<LabelledRun> tried;     ///< the search's finished runs
  std::optional<KnownRun> saturated;  ///< the search's run at the least saturated load
  std::int64_t longer = 1;            ///< factor on run.most_time for the search's next run
  double run_cost = 0;                ///< of its future runs, as an estimate
  State state = State::waiting;
  double began = 0;      ///< start of its current run, by the runner's clock
  bool is_ours = false;  ///< this process has claimed it
  std::string held_id;   ///< claimed by another process: the id of the job, or of a run of the search

  bool is_over() const { return state == State::finished || state == State::broken; }
  std::size_t runs_done() const;
  std::size_t runs_left() const;  ///< of a search: an upper bound
  double cost_left() const { return static_cast<double>(runs_left()) * run_cost; }
};

/// Points and searches, longest first.
std::vector<SweepJob> jobs_of(SweepPlan plan, const SweepConfig& config);

/// A search's run that ends undecided is repeated with 4 and then 16 times the time.
inline constexpr std::int64_t longer_each = 4, longest = 16;

/// Returns the search's next run that is not stored. Stored ones are passed to the search. Nothing when it is
/// finished.
Result<std::optional<SweepPoint>> next_run(SweepJob& job, const std::string& path, const KnownRuns& known);

/// The stored record of a finished search.
StoredRun search_record(const SweepJob& job, const std::string& path);

}  // namespace ebb::inline study
