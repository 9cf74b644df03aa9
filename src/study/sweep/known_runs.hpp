// What a store holds of the points of a sweep: which are done, and the figures that searches need.
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/problem.hpp"
#include "store/store.hpp"
#include "store/stored_run.hpp"
#include "study/sweep/saturation_search.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline study {

struct KnownRun {
  std::string verdict;
  double offered = 0, accepted = 0;            ///< share of the hosts' rate
  std::optional<double> accepted_within = {};  ///< half of its interval, where there is one

  /// An undecided run counts as steady when the network accepts the offered load, within a hundredth and
  /// within the interval: throughput is known long before latency. Otherwise the missing bytes may be in
  /// flight, and the run shows nothing.
  Steadiness shows() const;
};

class KnownRuns {
 public:
  /// `figures`: whether to read verdicts and shares, or only which points are done. `any_build`: whether runs
  /// of other builds of ebb count.
  KnownRuns(const Store& store, bool figures, bool any_build)
      : store_(store), figures_(figures), any_build_(any_build) {}

  /// Reads everything that is finished, also by other processes. Damaged runs count as not done.
  Problems read();
  /// The damaged runs of the store.
  const Problems& damaged() const { return damaged_; }
  void add(const StoredRun& run);
  /// Null when it is not finished.
  const KnownRun* find(const std::string& id) const;
  /// The same for a point. When a run of another build counts, the point takes that run's id.
  const KnownRun* find(SweepPoint& point) const;

 private:
  const Store& store_;
  const bool figures_, any_build_;
  bool has_read_ = false;
  Problems damaged_;
  std::set<std::string> damaged_ids_;
  std::map<std::string, KnownRun> runs_;
  std::map<std::uint64_t, std::string> of_other_builds_;  ///< ids by the digest of the configuration
};

}  // namespace ebb::inline study
