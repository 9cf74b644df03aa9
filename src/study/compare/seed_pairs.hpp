// Pairs each run under a policy with the run at full rate and the same seed: the difference is due to the
// policy.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/latency_bound_result.hpp"
#include "statistics/seed_means.hpp"
#include "store/stored_run.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline study {

/// The figures of a stored run that are compared.
inline constexpr const char* packet_mean = "latency.packets_with_source_queue.mean_ns";
inline constexpr const char* packet_p99 = "latency.packets_with_source_queue.p99_interpolated_ns";
inline constexpr const char* message_mean = "latency.messages.mean_ns";
inline constexpr double ps_per_ns = 1e3;

/// A figure as a number, or as a text. Nothing, or empty, when the run has none.
std::optional<double> figure(const StoredRun& run, const std::string& name);
std::string text_figure(const StoredRun& run, const std::string& name);

/// The share of full rate under a power table, which includes the switches' base power where that is stated.
std::string energy_figure(const StoredRun& run, const std::string& table);

/// Both runs have a result.
struct SeedPair {
  const StoredRun *run, *full;
};
std::vector<SeedPair> pairs_of(const SeedGroup& group, const SeedGroup& full);

/// The growth of a latency that is stored in nanoseconds, in picoseconds.
std::optional<SeedMean> difference(const std::vector<SeedPair>& pairs, const std::string& name);

/// True when the first run of each pair certainly has less energy and less mean latency than the second, or
/// no more of one: by the 95 % intervals of their differences, with equal seeds. Needs two seeds.
bool certainly_better(const std::vector<SeedPair>& pairs, const std::string& table);

/// The traffic carried under the policy, as a share of that at full rate.
std::optional<double> carried_share(const std::vector<SeedPair>& pairs);

/// What a job takes under the policy, relative to full rate, until its end. Its channels' power is
/// proportional to their rate.
struct JobShares {
  double run_time = 0, energy = 0, energy_between_switches = 0;
};
/// Nothing where it is no job, or did not finish.
std::optional<JobShares> job_shares(const std::vector<SeedPair>& pairs);

/// Why no latency can be compared, for the first seed where that is so; empty when all can. `group` has all
/// runs of the policy.
std::string why_no_latency(const std::vector<SeedPair>& pairs, const SeedGroup& group);

/// Judges a latency bound by the seed whose latency grew most. Nothing when the policy has no bound.
std::optional<LatencyBoundResult> latency_bound_of(const std::vector<SeedPair>& pairs);

}  // namespace ebb::inline study
