// One thing that a sweep has to get done: a point, or a search for saturation, which runs one point after the
// other.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "study/sweep/known_runs.hpp"
#include "study/sweep/saturation_search.hpp"
#include "study/sweep/sweep_plan.hpp"

namespace ebb::inline study {

/// A run that is done, and what the sweep calls it.
struct LabelledRun {
  std::string id;
  std::vector<NamedFigure> parameters;
};

struct SweepJob {
  enum class State {
    waiting,
    running,
    held,  ///< by another process
    finished,
    broken
  };
  SweepPoint point;
  std::string id;
  std::unique_ptr<SaturationSearch> search;
  std::vector<LabelledRun> tried;     ///< the search's runs that are done
  std::optional<KnownRun> saturated;  ///< the search's run at the least load that is saturated
  std::int64_t longer = 1;            ///< times run.most_time: what the search's next run may take
  double run_cost = 0;                ///< of its runs to come, as far as one can tell
  State state = State::waiting;
  double began = 0;      ///< its run that is under way, by the runner's clock
  bool is_ours = false;  ///< this process has claimed it
  std::string held_id;   ///< what another process has claimed: the job, or a run of the search

  bool is_over() const { return state == State::finished || state == State::broken; }
  std::size_t runs_done() const;
  std::size_t runs_left() const;  ///< of a search: at most
  double cost_left() const { return static_cast<double>(runs_left()) * run_cost; }
};

/// Points and searches, longest first.
std::vector<SweepJob> jobs_of(SweepPlan plan, const SweepConfig& config);

/// A search's run that ends undecided is repeated with 4 and with 16 times the time before it is left so.
inline constexpr std::int64_t longer_each = 4, longest = 16;

/// The search's next run that is not known yet; those that are, it is told. Nothing when it is settled.
Result<std::optional<SweepPoint>> next_run(SweepJob& job, const std::string& path, const KnownRuns& known);

/// What is stored of a search that is settled.
StoredRun search_record(const SweepJob& job, const std::string& path);

}  // namespace ebb::inline study
