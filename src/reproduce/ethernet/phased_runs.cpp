#include "reproduce/ethernet/phased_runs.hpp"

#include <fmt/core.h>

#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "network/network.hpp"
#include "reproduce/all_of.hpp"

namespace ebb::inline reproduce {
namespace {

std::string in_us(double ms) { return fmt::format("{:.0f}us", 1000 * ms); }

std::vector<std::string> settings_of(const PhasedRun& run) {
  std::vector<std::string> settings{"topology.a=4",
                                    "topology.p=2",
                                    "topology.h=2",
                                    "traffic.load=0.4",
                                    "traffic.pattern.name=phases",
                                    "traffic.pattern.length=" + in_us(run.phase_ms),
                                    "routing.name=rules",
                                    "routing.kind=non_minimal",
                                    "run.warm_up=" + in_us(2 * run.phase_ms),
                                    "run.least_time=" + in_us(4 * run.phase_ms),
                                    "run.most_time=" + in_us(4 * run.phase_ms)};
  if (!run.late_ms) {
    settings.emplace_back("routing.trigger=pause_and_own_queue");
    return settings;
  }
  settings.emplace_back("routing.trigger=controller");
  settings.push_back("routing.phase=" + in_us(run.phase_ms));
  settings.push_back("routing.late=" + in_us(*run.late_ms));
  return settings;
}

Result<PhasedResult> run_one(const PhasedRun& wanted) {
  auto input = read_run(data_file("papers/benito-network.toml"), settings_of(wanted));
  if (!input) return input.problems();
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  const auto result = run_or_problems(**prepared);
  if (!result) return result.problems();
  const Network& network = (*prepared)->network;
  const double hosts_rate = network.hosts * static_cast<double>(network.classes[0].rate.v);
  return PhasedResult{result->statistics.accepted.wire_bits_per_second / hosts_rate,
                      result->statistics.packet_latency.mean_ps / 1e6};
}

}  // namespace

Result<std::vector<PhasedResult>> run_phases(const std::vector<PhasedRun>& runs, const Effort& effort) {
  return all_of<PhasedResult>(runs.size(), effort, "runs with phases",
                              [&](std::size_t i) { return run_one(runs[i]); });
}

}  // namespace ebb::inline reproduce
