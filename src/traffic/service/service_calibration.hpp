// From a wanted utilisation of all channels to rates of operations: expected bytes times channels per byte.
#pragma once

#include "traffic/service/service_traffic.hpp"

namespace ebb::inline traffic {

struct ServiceGoal {
  double utilisation = 0;  ///< of all channels at full speed
  double file_share = 0;   ///< of it
  double read_ratio = 0;   ///< bytes read by clients over bytes written by them
};

/// Fills in how often clients of the service begin operations, and what they offer; hosts, sizes and the
/// shapes of the bursts are there already. A problem when a channel would have to carry more than it can.
Problems calibrate(Service& service, const ServiceGoal& goal, const Network& network);

}  // namespace ebb::inline traffic
