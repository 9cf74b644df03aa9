// Sends real frames through a lab and compares what came through, and what the ports counted, with what the
// tables say.
#pragma once

#include <string>
#include <vector>

#include "fabric/lab/lab_names.hpp"
#include "fabric/lab/lab_switches.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"
#include "rules/make_table.hpp"

namespace ebb::inline fabric {

struct LabFinding {
  std::string check;
  bool good = true;
  std::string finding;
};

struct LabTrialPlan {
  const Network& network;
  const BlockRouting& routing;
  Organisation organisation = Organisation::compacted;
  LabSettings settings;
  int streams = 2;  ///< pairs of hosts that iperf3 joins, one after the other
  int seconds = 1;  ///< that each lasts
};

std::vector<LabFinding> try_lab(const LabNames& names, const LabTrialPlan& plan);

/// What every port of every switch sends and receives when each host sends one frame to each other and each
/// is answered once; by PortId.
std::vector<PortCount> frames_of_all_pairs(const LabTrialPlan& plan);

}  // namespace ebb::inline fabric
