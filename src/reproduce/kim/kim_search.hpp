// The search over the open parameters of Kim's machine. Each step varies what the anchors of the step depend
// on, and keeps the candidate with the least cost: the sum of |ln(ours / paper)| over these anchors. Energies
// are no part of it: they follow from the chosen runs in closed form (kim_calibration.cpp).
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {

/// The printed numbers that the steps aim at, from papers/kim.toml.
struct KimAims {
  double dvs20_latency = 0, dvs60_latency = 0;  ///< percent above the base case
  double dls20_latency = 0;                     ///< percent above adaptive routing alone
  double off_falls = 0;                         ///< points of the links that are off, 20 to 60 %
  double cells_dls = 0;                         ///< powered cells with DLS, 50 %
};

/// One candidate and what it comes to.
struct KimCandidate {
  KimMachine machine;
  double cost = 0;
  std::string what;             ///< the varied parameters
  std::vector<double> reached;  ///< by anchor of the step
};

struct KimStep {
  std::string id, what;
  std::vector<std::string> anchors;
  std::vector<KimCandidate> best;  ///< of each group, the chosen one first
  std::size_t candidates = 0, runs = 0;
};

struct KimSearch {
  KimMachine chosen;
  std::vector<KimStep> steps;
};

Result<KimSearch> search_kim_machine(const KimAims& aims, const Effort& effort);

}  // namespace ebb::inline reproduce
