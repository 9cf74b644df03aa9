// For `ebb off --exact`: what no choice of cables and switches can beat, as cbc proves it. Traffic may be
// split at will there, so it is a bound; a search that meets it has found the best.
#pragma once

#include "app/off/off_power.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "report/document/table.hpp"

namespace ebb::inline app {

/// The solver is missing, or the ports differ: the program has one kind of them.
Problems check_bound(const OffPower& power_saved);

/// In watts where they are known, else in cables.
Column bound_column(const OffPower& power_saved);
/// The most that can be saved, or off; in words where the solver proves nothing in a minute.
Cell bound_of(const OffRequest& request, const OffPower& power_saved);

}  // namespace ebb::inline app
