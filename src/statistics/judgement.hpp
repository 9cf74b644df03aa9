// What is asked of a run's statistics, and what they answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/run_result.hpp"
#include "statistics/batch_means.hpp"

namespace ebb::inline statistics {

/// Something in a run that takes its time: a policy's epochs, bursts of the hosts.
struct Clock {
  std::string name;  ///< in the plural: "epochs of the policy"
  Picoseconds period{};
  Picoseconds begins{};  ///< before this it does not tick, and a run shows nothing of it
};

struct Wanted {
  double relative_half_width = 0.05;   ///< of the mean packet latency; when saturated, of the accepted load
  std::optional<Picoseconds> warm_up;  ///< given by the user instead of found by the rule
  std::vector<Clock> clocks{};         ///< that have to tick often enough
  bool endless_memory = false;         ///< bursts are so unlike each other that no time is long enough
};

/// Another figure that is reported, batch by batch from the start of the run, and must be steady too.
struct Watched {
  std::string name;  ///< "power"
  std::vector<BatchSum> batches;
  /// How often what it is made of changed its level in each batch. Where that is rare, a run that saw few
  /// changes takes its figure for better known than it is. Empty: it does not move in steps.
  std::vector<BatchSum> changes{};
};

/// What stands in the way of a verdict, and when it may be gone as far as one can see; no reason: nothing
/// does.
struct Lack {
  std::string why;
  Picoseconds until{};

  bool any() const { return !why.empty(); }
};

struct Judgement {
  Verdict verdict = Verdict::undecided;
  bool done = false;         ///< it may stop here: what was asked for is known, and was known one look ago
  std::string no_intervals;  ///< why the batches cannot say how far their means may be off; empty: they can
  std::string why;
  std::size_t first = 0, end = 0;  ///< the measured batches
  Picoseconds from{}, until{};     ///< and the time they stand for
  Picoseconds enough{};  ///< the time at which what was asked for may be known: a guess, for those who wait
};

}  // namespace ebb::inline statistics
