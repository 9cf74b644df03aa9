// The question of off_search.hpp for a solver: the least power that carries a demand, with a proof. Traffic
// may be split at will here, as no table does it, so what the solver finds is a bound for every search.
#pragma once

#include <string>

#include "fabric/agent/off/off_search.hpp"

namespace ebb::inline fabric {

/// What a part draws more on than off.
struct PartPower {
  double port = 1;  ///< watts; a cable has two
  double base = 0;  ///< watts of a switch
};

/// What is on of a network draws, in watts; ports of hosts and switches with hosts are always on.
double power_of(const Network& network, const CableSet& on, const PartPower& power);

/// A mixed integer program in CPLEX's LP format, for a solver such as cbc. Its objective is power_of() what
/// is on. Failures that must be survived are left out, which makes it a bound from below for these too.
std::string least_power_program(const OffRequest& request, const PartPower& power);

}  // namespace ebb::inline fabric
