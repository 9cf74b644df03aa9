// Sends real frames through a lab and compares the received frames and the port counters with what the tables
// predict.
#pragma once

#include <string>
#include <vector>

#include "fabric/lab/lab_names.hpp"
#include "fabric/lab/lab_switches.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/openflow/table_choice.hpp"
#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"

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
  int streams = 2;  ///< pairs of hosts with an iperf3 stream, one after the other
  int seconds = 1;  ///< duration of each
};

/// The counters of all ports, read twice, one switch after the other.
struct PortReadings {
  std::vector<PortCount> earlier, later;
};

/// Compares what one end of each cable between switches sent with what the other received. Switches are read
/// one after the other, so a frame in flight may be counted at one end only. So frames sent up to the earlier
/// reading are compared with frames received up to the later one: any that are missing then were lost.
LabFinding compare_ends(const Network& network, const PortReadings& before, const PortReadings& after);

/// Compares what the ports counted with the expected frames. Where hosts send only ours (`only_ours`: not
/// their own ARP), counts must be equal, unless a host's port received more: other programs sent that, and it
/// is named and forwarded too. Counts are then, as without `only_ours`, bounded from below.
LabFinding compare_counts(const Network& network, bool only_ours, const std::vector<PortCount>& expected,
                          const std::vector<PortCount>& before, const std::vector<PortCount>& after);

std::vector<LabFinding> try_lab(const LabNames& names, const LabTrialPlan& plan);

/// Predicts what every port of every switch sends and receives when each host sends one frame to each other
/// host and gets one reply; by PortId.
std::vector<PortCount> frames_of_all_pairs(const LabTrialPlan& plan);

}  // namespace ebb::inline fabric
