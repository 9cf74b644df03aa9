// Which links the traffic of a trace needs (Koibuchi, section V.B.3), for `ebb trees --trace`.
#pragma once

#include <string>

#include "app/trees_tables.hpp"
#include "rules/link_choice.hpp"

namespace ebb::inline app {

/// Bytes between the switches of all messages of a trace. Hosts of the trace are those of the network.
Result<SwitchDemand> traced_demand(const Network& network, const std::string& trace);

/// One row per pair of switches: bytes in both directions, links that keep every channel below the peak.
Table link_choice_table(const TreesFile& trees, const SwitchDemand& demand, Bytes peak);

}  // namespace ebb::inline app
