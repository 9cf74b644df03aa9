// Kim's experiments on a cluster interconnect (papers/kim-network.toml): links that scale their voltage, that
// are shut down, or both, under a load; with the energy of links, switches and adapters.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reproduce/reproduce.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline reproduce {

/// Loads of Figures 7 and 11, in percent of what a host can send.
inline constexpr std::array<int, 5> kim_loads{20, 30, 40, 50, 60};

/// The six bars of Figure 7, in the paper's order.
struct KimCase {
  std::string_view id, name;
  std::vector<std::string> settings;  ///< as after --set
};
const std::vector<KimCase>& kim_cases();
const KimCase& kim_case(std::string_view id);

/// 15 nodes; 8 x 8, or 4 x 4 when quick; 15 nodes with video on virtual lanes; the same, where half of the
/// load is video and the other half the best-effort traffic of all other experiments.
enum class KimNetwork : std::uint8_t { irregular, mesh, video, mixed };

struct KimPoint {
  std::string_view of;                     ///< id of the case
  double load = 0.2;                       ///< of what a host can send
  std::vector<std::string> settings = {};  ///< besides the case's
  KimNetwork network = KimNetwork::irregular;
};

/// Of the measured time.
struct KimEnergy {
  double links_j = 0, switches_j = 0, adapters_j = 0;
  double leakage_j = 0, sleeping_j = 0;  ///< of buffers, part of the switches: all powered; if they sleep
  double buffers_j = 0;                  ///< part of the switches: all that buffers draw, with leakage

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
  double off_share = 0;                     ///< of links between switches, averaged over the time
  std::optional<DeadlineResult> deadlines;  ///< of video
  std::vector<LaneResult> lanes;            ///< virtual ones; empty without
  std::vector<RateResult> rates;            ///< of all channels
  double changes = 0;                       ///< of what channels wish for, each second

  double nanojoules_per_packet(const KimEnergy& energy, bool sleeping = false) const {
    return packets > 0 ? energy.all_j(sleeping) / packets * 1e9 : 0;
  }
};

/// The results in the order of the points.
Result<std::vector<KimResult>> run_kim(const std::vector<KimPoint>& points, const Effort& effort);

/// The note of a figure whose run carries less than it is offered, and so has no latency of its own; else
/// none. Where that begins is the founding experiments' definition (founding_experiment.hpp).
inline constexpr const char* does_not_keep_up =
    "it does not keep up: the run is saturated, its backlog growing, or less than 90 % of the load arrives";
inline std::string keeping_up_note(const KimResult& result) {
  return result.keeps_up ? "" : does_not_keep_up;
}

/// Adds rows for what the paper leaves open, chosen another way (kim_choices.cpp).
Problems add_kim_choices(Rows& rows, const Effort& effort);

/// By how much `now` is above `before`, in percent.
double more_percent(double now, double before);

/// By how much the energy per packet of `with` is below that of `without`, in percent.
double saved_percent(const KimResult& with, const KimResult& without, KimEnergy KimResult::*technology,
                     bool sleeping = false);

}  // namespace ebb::inline reproduce
