// What a store holds of the points of a sweep: which are done, and what searches need to know of them.
#pragma once

#include <map>
#include <set>
#include <string>

#include "store/store.hpp"
#include "study/sweep/saturation_search.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline study {

struct KnownRun {
  std::string verdict;
  double offered = 0, accepted = 0;            ///< share of the hosts' rate
  std::optional<double> accepted_within = {};  ///< half of its interval, where there is one

  /// A run that ended undecided is steady when the network took in what was offered, but for a hundredth and
  /// within the interval: throughput is known long before latency is. When it did not, that may be what is
  /// under way, and shows nothing.
  Steadiness shows() const;
};

class KnownRuns {
 public:
  /// `figures`: whether verdict and shares are wanted, or only what is done. `any_build`: whether what other
  /// builds of ebb have done counts.
  KnownRuns(const Store& store, bool figures, bool any_build)
      : store_(store), figures_(figures), any_build_(any_build) {}

  /// Everything that is finished, also by other processes. What is damaged counts as not done.
  Problems read();
  /// What the store held that is damaged.
  const Problems& damaged() const { return damaged_; }
  void add(const StoredRun& run);
  /// Null when it is not finished.
  const KnownRun* find(const std::string& id) const;
  /// The same; when another build's run counts, the point goes by that run's id from now on.
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
