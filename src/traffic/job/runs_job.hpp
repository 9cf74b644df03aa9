// Traffic that is a job: it has an end, and how soon it comes depends on the network.
#pragma once

#include <optional>

#include "results/job_result.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

struct RunsJob {
  virtual ~RunsJob() = default;
  /// What the hosts that were asked have done by now.
  virtual JobResult job() const = 0;
};

/// Nothing when the traffic is no job.
inline std::optional<JobResult> job_of(const Traffic& traffic) {
  const auto* runs = dynamic_cast<const RunsJob*>(&traffic.played());
  return runs ? std::optional(runs->job()) : std::nullopt;
}

}  // namespace ebb::inline traffic
