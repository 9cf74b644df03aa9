// Converts a requested utilisation of all channels to rates of operations: expected bytes times channels per
// byte.
#pragma once

#include "base/problem.hpp"
#include "network/network.hpp"
#include "traffic/service/service_traffic.hpp"

namespace ebb::inline traffic {

struct ServiceGoal {
  double utilisation = 0;  ///< of all channels at full rate
  double file_share = 0;   ///< of it
  double read_ratio = 0;   ///< bytes read by clients over bytes written by them
};

/// Fills in the rate at which clients of the service begin operations, and their offered load. Hosts, sizes
/// and the shapes of the bursts are set already. Returns a problem when a channel would have to carry more
/// than it can.
Problems calibrate(Service& service, const ServiceGoal& goal, const Network& network);

}  // namespace ebb::inline traffic
