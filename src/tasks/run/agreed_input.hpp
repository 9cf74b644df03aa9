// The first step of a run: its file is read, and all ranks agree that the run can begin.
#pragma once

#include "base/result.hpp"
#include "engine/exchange/exchange.hpp"
#include "experiment/run/run_input.hpp"
#include "tasks/run/run_observer.hpp"
#include "tasks/run/run_options.hpp"

namespace ebb::inline tasks {

/// Makes all checks that need no network. Collective: all ranks get an input, or the same problems.
Result<RunInput> agreed_input(const RunOptions& options, Exchange& exchange, const RunObserver& observer);

}  // namespace ebb::inline tasks
