// Benito's experiment on conditional rules: the dragonfly of Table III (papers/benito-network.toml) under a
// traffic pattern and a load, with one of several routings, and what the channels tell about detours and
// fairness.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reproduce/reproduce.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline reproduce {

struct EthernetRouting {
  std::string_view id, name;
  std::vector<std::string> settings;  ///< as after --set
  bool by_rules() const { return settings.front() == "routing.name=rules"; }
};

/// MIN, VAL and PB of the paper; conditional rules triggered by pauses; the same with the remedy for the
/// switch that owns the cable; and conditional rules triggered by queues and by congestion notices.
const EthernetRouting& ethernet_routing(std::string_view id);

struct EthernetPoint {
  std::string_view routing;
  bool adversarial = false;  ///< to the next group, else uniform
  double load = 0;
};

struct EthernetResult {
  RunResult run;
  double accepted = 0;         ///< share of the hosts' rate
  double detours = 0;          ///< share of the packets to other groups that took a detour
  double accepted_within = 0;  ///< half of its 95 % confidence interval; 0 when the run is too short to tell
  /// Sent by the switch that sends the least and the most, by the switches that own their group's cable to
  /// the next group, and by all others, over the mean of all.
  double least = 0, most = 0, owners = 0, others = 0;
  double fairness = 0;  ///< Jain's index over the source switches: 1 when all send the same
};

/// The results in the order of the points.
Result<std::vector<EthernetResult>> run_points(const std::vector<EthernetPoint>& points,
                                               const Effort& effort);

/// A routing under a pattern; the load of the point has no meaning. The greatest load, in steps of 5 %, that
/// is steady, and the least that saturates.
struct SaturationLoads {
  std::optional<double> steady, saturated;
};
Result<std::vector<SaturationLoads>> find_saturation(const std::vector<EthernetPoint>& points,
                                                     const Effort& effort);

}  // namespace ebb::inline reproduce
