// What a run of Benito's experiment shows, and the mean of several runs with other seeds.
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
  double global_cables = 0;       ///< that a packet took in the mean, those within a group included
  /// Sent by the switch that sends the least and the most, and by the switches that own their group's cable
  /// to the next group, over the mean of all.
  double least = 0, most = 0, owners = 0;
  double fairness = 0;  ///< Jain's index over the source switches: 1 when all send the same
  Steadiness shown = Steadiness::undecided;  ///< by the first run
  /// Of the latency, from the first to the second half of the measured time.
  double drift = 0;
  std::string undecided;  ///< why there is no interval; empty: there may be one
  int runs = 1, saturated_runs = 0;
};

/// `run` has its channels one by one.
EthernetResult ethernet_result(const Network& network, const RunResult& run, bool adversarial);

/// With an interval from how far the runs are apart, when there are four or more, whatever a single one can
/// say of itself; but not when all of them are still on their way, where they may well agree. `one_by_one`
/// has at least one.
EthernetResult mean_of(const std::vector<EthernetResult>& one_by_one);

}  // namespace ebb::inline reproduce
