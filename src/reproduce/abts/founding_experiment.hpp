// The founding paper's experiments: its network (papers/abts-network.toml) under its three workloads and
// several settings, run in parallel on all cores.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reproduce/reproduce.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline reproduce {

struct FoundingWorkload {
  std::string_view name;     ///< in the paper
  std::string_view id;       ///< in rows
  std::string_view traffic;  ///< name of our traffic
  double utilisation;        ///< of all channels at full rate (section 4.2.1)
};
inline constexpr std::array<FoundingWorkload, 3> founding_workloads{
    {{"Uniform", "uniform", "uniform_512k", 0.23},
     {"Search", "search", "search", 0.06},
     {"Advert", "advert", "advert", 0.05}}};

/// One run of the experiment.
struct Variant {
  FoundingWorkload workload;
  std::vector<std::string> settings;  ///< as for --set
  int milliseconds = 4;               ///< simulated time; a quick run takes half
  int warm_up_us = 0;                 ///< minimum; a quarter of the run if that is more
};

/// Settings of the paper's heuristic: halve or double at a target, the reactivation time, and an epoch of ten
/// times that.
std::vector<std::string> heuristic(bool paired, int target_percent = 50, int reactivation_ns = 1000);

/// The results in the order of the variants.
Result<std::vector<RunResult>> run_variants(const std::vector<Variant>& variants, const Effort& effort);

/// Power of the channels relative to the same channels at full rate, in percent.
double ideal_power_percent(const RunResult& result);
/// Half of its 95 % interval, where the run is long enough to have one.
std::optional<double> ideal_power_half_width(const RunResult& result);
double measured_power_percent(const RunResult& result);  ///< with the chip of Figure 5
double mean_packet_us(const RunResult& result);          ///< source queue included
double mean_message_us(const RunResult& result);
/// Accepted share of the offered load, in percent, and whether it is enough for latencies to be meaningful.
double kept_up_percent(const RunResult& result);
bool keeps_up(const RunResult& result);
/// Utilisation of all channels at full rate, in percent.
double utilisation_percent(const RunResult& result);

}  // namespace ebb::inline reproduce
