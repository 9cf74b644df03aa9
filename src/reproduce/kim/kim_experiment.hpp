// Kim's experiments on a cluster interconnect (papers/kim-network.toml): links that scale their voltage, are
// shut down, or both, under a load; with the energy of links, switches and adapters.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "reproduce/kim/kim_machine.hpp"
#include "reproduce/reproduce.hpp"
#include "results/lane_result.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline reproduce {

/// Loads of Figures 7 and 11, in percent of what a host can send.
inline constexpr std::array<int, 5> kim_loads{20, 30, 40, 50, 60};

/// The lowest frequency of a link.
inline constexpr BitsPerSecond kim_slowest{640'000'000};

/// The six bars of Figure 7, in the paper's order.
struct KimCase {
  std::string_view id, name;
  bool adaptive = false, dvs = false, dls = false;
};
const std::vector<KimCase>& kim_cases();
const KimCase& kim_case(std::string_view id);

/// irregular: 15 nodes. mesh: 8 x 8, or 4 x 4 when quick. video: 15 nodes with video on virtual lanes. mixed:
/// the same, with half of the load as video and half as the best-effort traffic of all other experiments.
enum class KimNetwork : std::uint8_t { irregular, mesh, video, mixed };

struct KimPoint {
  std::string_view of;                     ///< id of the case
  double load = 0.2;                       ///< share of a host's rate
  std::vector<std::string> settings = {};  ///< in addition to the case's
  KimNetwork network = KimNetwork::irregular;
  std::optional<KimMachine> machine = {};  ///< instead of that of papers/kim-machine.toml
};

/// Energy in the measured time.
struct KimEnergy {
  double links_j = 0, switches_j = 0, adapters_j = 0;
  double leakage_j = 0, sleeping_j = 0;  ///< buffers' part of the switches: always powered; with sleep
  double buffers_j = 0;                  ///< part of the switches: the buffers' energy, with leakage

  double all_j(bool sleeping) const {
    return links_j + adapters_j + switches_j - (sleeping ? leakage_j - sleeping_j : 0);
  }
};

struct KimResult {
  double latency_us = 0;  ///< mean of packets, source queue included
  double packets = 0;
  double seconds = 0;
  bool keeps_up = false;
  KimEnergy nm180, nm70;
  double cells = 0, cells_in_use = 0, cells_powered = 0;
  double off_share = 0, slowest_share = 0;  ///< of links between switches, mean over the time
  std::optional<DeadlineResult> deadlines;  ///< of video
  std::vector<LaneResult> lanes;            ///< by virtual lane; empty without
  std::vector<RateResult> rates;            ///< of all channels
  double wake_ns = 0;                       ///< of a link; 0: links cannot be off
  double changes = 0;                       ///< of requested levels, per second

  /// Share of the time that all links, hosts' included, spend at a rate.
  double share_at(BitsPerSecond rate) const {
    for (const RateResult& one : rates)
      if (one.rate == rate) return one.share;
    return 0;
  }
  double nanojoules_per_packet(const KimEnergy& energy, bool sleeping = false) const {
    return packets > 0 ? energy.all_j(sleeping) / packets * 1e9 : 0;
  }
};

/// The results in the order of the points.
Result<std::vector<KimResult>> run_kim(const std::vector<KimPoint>& points, const Effort& effort);

/// The note of a figure whose run does not carry the offered load, so that its latency is not meaningful;
/// else empty. The limit is that of the founding experiments (founding_experiment.hpp).
inline constexpr const char* does_not_keep_up =
    "it does not keep up: the run is saturated, its backlog growing, or less than 90 % of the load arrives";
inline std::string keeping_up_note(const KimResult& result) {
  return result.keeps_up ? "" : does_not_keep_up;
}

/// Adds rows for variants of what the paper leaves open (kim_choices.cpp).
Problems add_kim_choices(Rows& rows, const Effort& effort);

/// Returns the settings of Figure 9: one host receives this share of all messages, and hosts send at full
/// rate for a burst at a time.
std::vector<std::string> kim_bursts(double share, Picoseconds burst);
/// The paper does not state the hot spot's share.
inline constexpr double kim_hot_share = 0.1;

/// Energy per packet of links and switches; buffers sleep. The paper has no adapter at 70 nm, so technologies
/// are compared without.
double without_adapters(const KimResult& one, KimEnergy KimResult::*technology);

/// That of a run with DLS over that of the same with DVS.
double dls_over_dvs(const KimResult& dls, const KimResult& dvs, KimEnergy KimResult::*technology);

/// Returns the load at which these ratios, by kim_loads, fall to 1, between two loads that were run; 0 when
/// there is none.
double crossing(const std::vector<double>& ratios);

/// By how much `now` is above `before`, in percent.
double more_percent(double now, double before);

/// By how much the energy per packet of `with` is below that of `without`, in percent.
double saved_percent(const KimResult& with, const KimResult& without, KimEnergy KimResult::*technology,
                     bool sleeping = false);

}  // namespace ebb::inline reproduce
