// The problem of off_search.hpp for a solver: the least power that carries a demand, with a proof. The
// program may split traffic arbitrarily, which tables do not, so its optimum is a lower bound for every
// search.
#pragma once

#include <string>

#include "fabric/agent/off/off_search.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// The power that a part uses on, minus the power it uses off.
struct PartPower {
  double port = 1;  ///< watts; a cable has two
  double base = 0;  ///< watts of a switch
};

/// The power of the parts that are on, in watts. Ports of hosts and switches with hosts are always on.
double power_of(const Network& network, const CableSet& on, const PartPower& power);

/// A mixed integer program in CPLEX's LP format, for a solver such as cbc. Its objective is power_of() the
/// parts that are on. It ignores failures to survive, so it is a lower bound for those requests too.
std::string least_power_program(const OffRequest& request, const PartPower& power);

}  // namespace ebb::inline fabric
