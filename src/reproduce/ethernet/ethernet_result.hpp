// The result of a run of Benito's experiment, and the mean of several runs with different seeds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "results/run_outcome.hpp"
#include "study/sweep/saturation_search.hpp"

namespace ebb::inline reproduce {

/// A figure and half of its 95 % confidence interval, where there is one.
struct Measured {
  double value = 0;
  std::optional<double> within;
};

struct EthernetResult {
  Measured latency_us, accepted;  ///< accepted is a share of the hosts' rate
  double detours = 0;             ///< under adversarial traffic: share of the packets that took a detour
  double global_cables = 0;       ///< mean number per packet, for packets within a group too
  /// Bytes sent, relative to the mean of all switches: by the switch that sends the least, by the one that
  /// sends the most, and by the switches with their group's cable to the next group.
  double least = 0, most = 0, owners = 0;
  double fairness = 0;  ///< Jain's index over the source switches: 1 when all send the same
  Steadiness shown = Steadiness::undecided;  ///< of the first run
  /// Relative change of the latency from the first to the second half of the measured time.
  double drift = 0;
  std::string undecided;  ///< why there is no interval; empty: there may be one
  int runs = 1, saturated_runs = 0;
};

/// `run` must have its results by channel.
EthernetResult ethernet_result(const Network& network, const RunResult& run, bool adversarial);

/// The mean. Four or more runs have an interval from their spread, which replaces their own. There is no
/// interval when all runs are still drifting, because they may agree. `one_by_one` has at least one run.
EthernetResult mean_of(const std::vector<EthernetResult>& one_by_one);

}  // namespace ebb::inline reproduce
