// Sends real frames through a lab and compares what came through, and what the ports counted, with what the
// tables say.
#pragma once

#include <string>
#include <vector>

#include "fabric/lab/lab_names.hpp"
#include "fabric/lab/lab_switches.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/openflow/table_choice.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct LabFinding {
  std::string check;
  bool good = true;
  std::string finding;
};

struct LabTrialPlan {
  const Network& network;
  const BlockRouting& routing;
  TableChoice tables = {};
  LabSettings settings;
  int streams = 2;  ///< pairs of hosts that iperf3 joins, one after the other
  int seconds = 1;  ///< that each lasts
};

/// The counters of all ports, read twice, one switch after the other.
struct PortReadings {
  std::vector<PortCount> earlier, later;
};

/// What one end of a cable between switches sent, the other received. A frame that crosses a cable while
/// switches are read one after the other is counted at one end only. So what was sent up to the earlier
/// reading is compared with what was received up to the later one: whatever is missing then was lost.
LabFinding compare_ends(const Network& network, const PortReadings& before, const PortReadings& after);

std::vector<LabFinding> try_lab(const LabNames& names, const LabTrialPlan& plan);

/// What every port of every switch sends and receives when each host sends one frame to each other and each
/// is answered once; by PortId.
std::vector<PortCount> frames_of_all_pairs(const LabTrialPlan& plan);

}  // namespace ebb::inline fabric
