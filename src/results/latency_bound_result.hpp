// A latency bound and its outcome, as plain numbers. Latencies are of packets, source queue included.
#pragma once

#include <optional>
#include <string>

#include "base/units.hpp"
#include "results/run_result.hpp"

namespace ebb::inline results {

struct LatencyBoundResult {
  std::string of;                        ///< "mean" or "p99"
  Picoseconds bound{};                   ///< the most that it may grow
  double percent = 0;                    ///< of the latency at full rate, when the bound was stated so
  std::optional<double> full_rate_ps;    ///< that latency, where it is known
  std::optional<Verdict> full_rate_run;  ///< of the run that measured it; nothing: the user stated it
  std::optional<double> increase_ps;     ///< growth, where it is known

  std::optional<bool> kept() const {
    return increase_ps ? std::optional(*increase_ps <= static_cast<double>(bound.v)) : std::nullopt;
  }
};

}  // namespace ebb::inline results
