// One network and workload under many power policies: what each saves and what it costs, as plain numbers.
// Of several seeds, the figures are means over them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/latency_bound_result.hpp"
#include "results/network_power.hpp"
#include "results/run_result.hpp"

namespace ebb::inline results {

/// A policy that carries less than this share of what always full rate carries does not keep up.
inline constexpr double keeps_up_from = 0.9;

/// Watts, energy and money of the whole network, where its devices are named.
struct PolicyPower {
  double total_w = 0, kwh_per_year = 0, usd_per_year = 0, saved_usd_per_year = 0;
};

/// Half of the 95 % interval of each mean over the seeds; nothing where there is one seed, or no difference.
struct PolicySpread {
  std::vector<std::optional<double>> of_full;
  std::optional<double> mean_increase_ps, p99_increase_ps, message_increase_ps;
  std::optional<double> total_w, kwh_per_year, usd_per_year, saved_usd_per_year;
  std::vector<std::optional<double>> asked;
};

struct PolicyPoint {
  std::string policy;
  /// Of all channels, and of the switches where the table knows their base, over always full rate; one for
  /// each power table.
  std::vector<std::optional<double>> of_full;
  std::optional<Verdict> verdict{};  ///< the worst of the seeds; nothing: computed, or it came to no result
  std::string verdict_text{};        ///< the same in words: "saturated, 2 of 5"
  std::size_t seeds = 0;             ///< of runs that came to a result; 0: computed, or none did
  /// Of packets, source queue included, over always full rate with the same seed.
  std::optional<double> mean_increase_ps{}, p99_increase_ps{};
  std::optional<double> message_increase_ps{};        ///< of messages, the mean
  std::string no_latency{};                           ///< why these are not known
  std::optional<double> carried_of_full{};            ///< of the load that always full rate carried
  std::optional<LatencyBoundResult> latency_bound{};  ///< with the greatest increase of all seeds
  std::optional<PolicyPower> draw{};
  PolicySpread half_width{};
  std::vector<std::optional<double>> asked{};  ///< the figures that were asked for by name
  std::optional<double> cost{}, gain{};  ///< the two figures by which policies are judged: less is better
  bool best = false;                     ///< no other policy that keeps up has less of both
  bool may_be_best = false;              ///< the same of one that is undecided

  bool keeps_up() const { return carried_of_full.value_or(1) >= keeps_up_from; }
  /// The promise is.
  bool broken() const { return latency_bound && (!no_latency.empty() || latency_bound->kept() == false); }
};

struct PolicyComparison {
  std::vector<std::string> tables;
  std::vector<PolicyPoint> points;
  std::size_t policies = 0;                       ///< that are to be run; `points` has computed ones as well
  std::size_t seeds = 1;                          ///< of each policy
  Picoseconds measured_from{}, measured_until{};  ///< at always full rate, and of all unless
  bool own_ends = false;                          ///< they went to the end of the traffic, each its own
  bool fixed_time = false;                        ///< by the file: more of it cannot be had
  std::string device;                             ///< what a device file gave to all of them; may be empty
  std::optional<double> mean_ps, p99_ps;          ///< at always full rate; nothing where a seed has none
  std::optional<PowerBasis> basis{};              ///< of the watts and money of all points
  /// What is drawn there, switches' base included where the table knows it; one for each power table.
  std::vector<std::optional<double>> full_watts{};
  std::vector<std::string> asked{};  ///< names of figures that every point shows too
};

}  // namespace ebb::inline results
