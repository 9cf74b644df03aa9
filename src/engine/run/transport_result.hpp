// What the connections of hosts did in a run.
#pragma once

#include <optional>

#include "engine/simulation.hpp"
#include "results/transport_result.hpp"

namespace ebb::inline engine {

/// Nothing where hosts have no transport. All ranks.
std::optional<TransportResult> transport_result(const Simulation& simulation, const Counters& counters);

}  // namespace ebb::inline engine
