// One network and workload under many power policies: the savings and the cost of each, as plain numbers.
// With several seeds, the figures are means over them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "results/latency_bound_result.hpp"
#include "results/network_power.hpp"
#include "results/run_result.hpp"

namespace ebb::inline results {

/// A policy that carries less than this fraction of the load carried at full rate does not keep up.
inline constexpr double keeps_up_from = 0.9;

/// Power, energy and cost of the whole network, where its devices are named.
struct PolicyPower {
  double total_w = 0, kwh_per_year = 0, usd_per_year = 0, saved_usd_per_year = 0;
};

/// Half of the 95 % interval of each mean over the seeds. Empty where there is one seed, or no difference.
struct PolicySpread {
  std::vector<std::optional<double>> of_full;
  std::optional<double> mean_increase_ps, p99_increase_ps, message_increase_ps;
  std::optional<double> total_w, kwh_per_year, usd_per_year, saved_usd_per_year;
  std::vector<std::optional<double>> asked;
};

struct PolicyPoint {
  std::string policy;
  /// Energy of all channels, and of the switches where the table knows their base, relative to full rate; one
  /// for each power table.
  std::vector<std::optional<double>> of_full;
  std::optional<Verdict> verdict{};  ///< the worst of the seeds; nothing: computed, or without a result
  std::string verdict_text{};        ///< as text: "saturated, 2 of 5"
  std::size_t seeds = 0;             ///< runs with a result; 0: computed, or none
  /// Of packets, source queue included, compared with full rate with the same seed.
  std::optional<double> mean_increase_ps{}, p99_increase_ps{};
  std::optional<double> message_increase_ps{};  ///< of messages, the mean
  std::string no_latency{};                     ///< why these are unknown
  std::optional<double> carried_of_full{};      ///< of the load carried at full rate
  /// Of a job: how much longer it takes, as a share of its run time at full rate, and the energy of its
  /// channels until its end, of all and of those between switches, if power is proportional to the rate.
  std::optional<double> run_time_increase{}, job_energy{}, job_energy_between_switches{};
  std::optional<LatencyBoundResult> latency_bound{};  ///< with the greatest increase of all seeds
  std::optional<PolicyPower> draw{};
  PolicySpread half_width{};
  std::vector<std::optional<double>> asked{};  ///< the figures requested by name
  std::optional<double> cost{}, gain{};  ///< the two figures by which policies are compared: less is better
  bool best = false;                     ///< no other policy that keeps up has less of both
  bool may_be_best = false;              ///< the same for an undecided one
  bool is_bound = false;                 ///< no policy, but what one could do that knew the future
  std::string beaten_by{};               ///< a policy with certainly less energy and latency; empty: none

  bool keeps_up() const { return carried_of_full.value_or(1) >= keeps_up_from; }
  /// True when the latency bound is violated.
  bool broken() const { return latency_bound && (!no_latency.empty() || latency_bound->kept() == false); }
};

struct PolicyComparison {
  std::vector<std::string> tables;
  std::vector<PolicyPoint> points;
  std::size_t policies = 0;                       ///< simulated ones; `points` has computed ones as well
  std::size_t seeds = 1;                          ///< of each policy
  Picoseconds measured_from{}, measured_until{};  ///< at full rate, and of all unless
  bool own_ends = false;                          ///< each ran to the end of its own traffic
  bool fixed_time = false;                        ///< set in the file: it cannot be extended
  std::string device;                             ///< settings from a device file; may be empty
  std::optional<double> mean_ps, p99_ps;          ///< at full rate; nothing where a seed has none
  std::optional<PowerBasis> basis{};              ///< of the power and cost of all points
  /// The power at full rate, switches' base included where the table knows it; one for each power table.
  std::vector<std::optional<double>> full_watts{};
  std::vector<std::string> asked{};  ///< names of further figures of every point
};

}  // namespace ebb::inline results
