// Benito's argument in one run: uniform and adversarial traffic alternate. A controller loads other tables
// some time after each change, or the switches divert packets by themselves.
#pragma once

#include <optional>
#include <vector>

#include "base/result.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {

struct PhasedRun {
  double phase_ms = 0;
  std::optional<double> late_ms;  ///< the controller's delay; nothing: conditional rules
};
/// Over two phases, one of each kind, after two others.
struct PhasedResult {
  double accepted = 0, latency_us = 0;
};

/// On a dragonfly of 72 hosts: phases are long, so the network has to be small.
Result<std::vector<PhasedResult>> run_phases(const std::vector<PhasedRun>& runs, const Effort& effort);

}  // namespace ebb::inline reproduce
