// What sleeping saves in a planned network: the yearly saving of each power policy that its devices allow,
// and how it was found.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

/// A figure with half of its 95 % interval over the seeds. There is none for a single seed.
struct SleepEstimate {
  double mean = 0;
  std::optional<double> half_width{};
};

struct SleepSaving {
  std::string policy;
  SleepEstimate saved_w{};       ///< of the whole network, mean over the day
  SleepEstimate usd_per_year{};  ///< with cooling and distribution
  double kwh_per_year = 0;
  std::optional<double> added_mean_ns{}, added_p99_ns{};  ///< of packets, at the highest load
  bool keeps_up = true;   ///< carries nearly what full rate carries, at every load
  std::string failure{};  ///< why there is no figure; empty where there is one
};

struct SleepResult {
  std::string nothing;   ///< why nothing is saved, or known; then the rest is empty
  double network_w = 0;  ///< that shares refer to: the plan's, at the mean load of the day
  double usd_per_kwh = 0, pue = 1;
  std::vector<double> loads;  ///< that were simulated
  bool interpolated = false;  ///< the day has more loads than were simulated
  std::string levels;         ///< the states of a port: "off, 200Gb/s, 400Gb/s"
  Picoseconds change{};       ///< the longest change between them
  std::string change_from;    ///< source of that time
  std::string network;        ///< that was simulated: "folded_clos (…), 128 of 8,192 hosts"
  std::size_t seeds = 0;
  Picoseconds measured{};             ///< of each run
  std::vector<SleepSaving> policies;  ///< most saved first; those that do not keep up last
  std::vector<std::string> as_full;   ///< states whose power no file states; they count as full rate
  bool partial = false;               ///< stopped early
};

}  // namespace ebb::inline results
