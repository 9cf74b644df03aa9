// Runs under a policy, each beside the run at full rate with the same seed: what differs is the policy's
// doing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/latency_bound_result.hpp"
#include "statistics/seed_means.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline study {

/// The figures of a stored run that are compared.
inline constexpr const char* packet_mean = "latency.packets_with_source_queue.mean_ns";
inline constexpr const char* packet_p99 = "latency.packets_with_source_queue.p99_interpolated_ns";
inline constexpr const char* message_mean = "latency.messages.mean_ns";
inline constexpr double ps_per_ns = 1e3;

/// A figure that is a number, or one that is a text; nothing, or empty, when the run has none.
std::optional<double> figure(const StoredRun& run, const std::string& name);
std::string text_figure(const StoredRun& run, const std::string& name);

/// Both came to a result.
struct SeedPair {
  const StoredRun *run, *full;
};
std::vector<SeedPair> pairs_of(const SeedGroup& group, const SeedGroup& full);

/// By how much a latency in nanoseconds has grown, in picoseconds.
std::optional<SeedMean> difference(const std::vector<SeedPair>& pairs, const std::string& name);

/// What the policy carried, of what full rate did.
std::optional<double> carried_share(const std::vector<SeedPair>& pairs);

/// Why no latency is worth comparing, of the first seed for which that is so; empty when it is. `group` are
/// all runs of the policy.
std::string why_no_latency(const std::vector<SeedPair>& pairs, const SeedGroup& group);

/// A promise, judged by the seed in which the latency grew most; nothing when the policy promises nothing.
std::optional<LatencyBoundResult> latency_bound_of(const std::vector<SeedPair>& pairs);

}  // namespace ebb::inline study
