// Traffic that is a job: it ends, and its run time depends on the network.
#pragma once

#include <optional>

#include "results/job_result.hpp"
#include "results/rank_history.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

struct RunsJob {
  virtual ~RunsJob() = default;
  /// Returns the progress so far of the hosts that were played here.
  virtual JobResult job() const = 0;
  /// Returns what the ranks that were played here did over time; none where they are too many for a picture.
  virtual RankHistory rank_history() const { return {}; }
};

inline bool is_job(const Traffic& traffic) { return dynamic_cast<const RunsJob*>(&traffic.played()); }

/// Empty when the traffic is no job.
inline std::optional<JobResult> job_of(const Traffic& traffic) {
  const auto* runs = dynamic_cast<const RunsJob*>(&traffic.played());
  return runs ? std::optional(runs->job()) : std::nullopt;
}

/// Empty when the traffic is no job.
inline RankHistory rank_history_of(const Traffic& traffic) {
  const auto* runs = dynamic_cast<const RunsJob*>(&traffic.played());
  return runs ? runs->rank_history() : RankHistory{};
}

}  // namespace ebb::inline traffic
