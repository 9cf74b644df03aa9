// For `ebb off --exact`: an upper bound over all choices of cables and switches, proved by cbc. It lets
// traffic split freely, so it is a bound. A search that reaches it is optimal.
#pragma once

#include "base/problem.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "tasks/off/off_power.hpp"

namespace ebb::inline tasks {

/// Fails when the solver is missing, or ports differ: the linear program has one kind of them.
Problems check_bound(const OffPower& power_saved);

/// In watts where they are known, else in cables.
Column bound_column(const OffPower& power_saved);
/// The most that can be saved, or be off; a text where the solver proves nothing within a minute.
Cell bound_of(const OffRequest& request, const OffPower& power_saved);

}  // namespace ebb::inline tasks
