// Koibuchi's link regulation on real bridges while an MPI program runs on their hosts: measures how much each
// step slows the program, and what is lost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/lab/counters/lab_losses.hpp"
#include "fabric/lab/round_times.hpp"
#include "fabric/lab/steady_pings.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct TrialStep {
  std::string name;
  std::vector<std::string> off = {};  ///< links, as [trees] off names them
};

struct RegulationTrialPlan {
  const Network& network;
  LabSettings settings;
  std::vector<TrialStep> steps;
  int bytes = 4'000;         ///< that each host sends to each other in a round
  int recorded_rounds = 12;  ///< of the short run that is recorded first
  double rest_s = 3;         ///< idle time before the first step, between steps and after the last
  /// Receives the trace of the short run. (The trace is removed with the lab.)
  std::function<Problems(const std::string& trace)> recorded;
};

/// An interval with one step, or none, while the program ran.
struct TrialSpan {
  std::string name;
  double begin_s = 0, end_s = 0;  ///< by this machine's steady clock
  PingCount pings = {};
  LabLosses losses = {};
  std::uint32_t links_on = 0;
  std::uint64_t pairs_reached = 0;  ///< pairs of hosts whose probes arrived afterwards
  MeanRound meanwhile = {}, afterwards = {};

  double seconds() const { return end_s - begin_s; }
};

struct RegulationTrial {
  std::vector<TrialSpan> spans;  ///< the first: no change; then one for each step
  std::uint32_t vlans = 0;       ///< of the trees with all links
  std::vector<RoundEnd> rounds;  ///< of the program
};

/// Builds a lab for the network, runs the trial, and removes the lab. lab_rounds_obstacles() must be empty.
Result<RegulationTrial> try_regulation(const RegulationTrialPlan& plan);

}  // namespace ebb::inline fabric
