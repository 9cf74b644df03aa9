// What is required of a run's statistics, and the judgement on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "results/run_result.hpp"
#include "statistics/batch_means.hpp"

namespace ebb::inline statistics {

/// A slow process in a run, with its period: a policy's epochs, bursts of the hosts.
struct Clock {
  std::string name;  ///< in the plural: "epochs of the policy"
  Picoseconds period{};
  Picoseconds begins{};  ///< before this it does not tick, and a run shows nothing of it
};

struct Wanted {
  double relative_half_width = 0.05;   ///< of the mean packet latency; when saturated, of the accepted load
  std::optional<Picoseconds> warm_up;  ///< set by the user instead of found by the rule
  std::vector<Clock> clocks{};         ///< must tick often enough
  bool endless_memory = false;         ///< bursts vary so much that no time is long enough
};

/// Another reported figure, batch by batch from the start of the run, that must be steady too.
struct Watched {
  std::string name;  ///< "power"
  std::vector<BatchSum> batches;
  /// The number of level changes behind the figure in each batch. Where they are rare, the interval of a run
  /// with few of them would be too narrow. Empty: the figure does not move in steps.
  std::vector<BatchSum> changes{};
};

/// What prevents a verdict, and when that may end as far as can be estimated; without a reason: nothing.
struct Lack {
  std::string why;
  Picoseconds until{};

  bool any() const { return !why.empty(); }
};

struct Judgement {
  Verdict verdict = Verdict::undecided;
  bool done = false;         ///< may stop: the required precision is reached, as at the previous check
  std::string no_intervals;  ///< why the batches give no confidence intervals; empty: they do
  std::string why;
  std::size_t first = 0, end = 0;  ///< the measured batches
  Picoseconds from{}, until{};     ///< and the time they cover
  Picoseconds enough{};  ///< estimated time at which the required precision is reached, for progress reports
};

}  // namespace ebb::inline statistics
