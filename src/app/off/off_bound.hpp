// For `ebb off --exact`: what no choice of cables and switches can beat, as cbc proves it. Traffic may be
// split at will there, so it is a bound; a search that meets it has found the best.
#pragma once

#include "app/off/off_draw.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "report/document/table.hpp"

namespace ebb::inline app {

/// The solver is missing, or the ports differ: the program has one kind of them.
Problems check_bound(const OffDraw& draw);

/// In watts where they are known, else in cables.
Column bound_column(const OffDraw& draw);
/// The most that can be saved, or off; in words where the solver proves nothing in a minute.
Cell bound_of(const OffRequest& request, const OffDraw& draw);

}  // namespace ebb::inline app
