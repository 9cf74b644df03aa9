// One network and workload under many power policies: what each saves and what it costs, as plain numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/network_draw.hpp"
#include "results/promise_result.hpp"
#include "results/run_result.hpp"

namespace ebb::inline results {

/// A policy that carries less than this share of what always full rate carries does not keep up.
inline constexpr double keeps_up_from = 0.9;

struct PolicyPoint {
  std::string policy;
  /// Of all channels, and of the switches where the table knows their base, over always full rate; one for
  /// each power table.
  std::vector<std::optional<double>> of_full;
  std::optional<Verdict> verdict{};  ///< nothing: this point is computed, not run
  std::string why{};
  /// Of packets, source queue included, over always full rate.
  std::optional<double> mean_increase_ps{}, p99_increase_ps{};
  std::optional<double> message_increase_ps{};  ///< of messages, the mean
  std::string no_latency{};                     ///< why these are not known
  std::optional<double> carried_of_full{};      ///< of the load that always full rate carried
  std::optional<PromiseResult> promise{};
  std::optional<NetworkDraw> draw{};  ///< of the whole network, where its devices are named
  bool best = false;  ///< no other policy that keeps up has less energy (first table) and less mean latency

  bool keeps_up() const { return carried_of_full.value_or(1) >= keeps_up_from; }
  /// The promise is.
  bool broken() const { return promise && (!no_latency.empty() || promise->kept() == false); }
};

struct PolicyComparison {
  std::vector<std::string> tables;
  std::vector<PolicyPoint> points;
  std::size_t policies = 0;                       ///< that are to be run; `points` has computed ones as well
  Picoseconds measured_from{}, measured_until{};  ///< the same for all
  std::string device;                             ///< what a device file gave to all of them; may be empty
  double mean_ps = 0, p99_ps = 0;                 ///< at always full rate
};

}  // namespace ebb::inline results
