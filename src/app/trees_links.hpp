// Which links the traffic of a trace needs (Koibuchi, section V.B.3), for `ebb trees` and `ebb off` with
// --peak.
#pragma once

#include <string>

#include "app/output_format.hpp"
#include "app/trees_tables.hpp"
#include "rules/link_choice.hpp"

namespace ebb::inline app {

/// Bytes between the switches of all messages of a trace. Hosts of the trace are those of the network.
Result<SwitchDemand> traced_demand(const Network& network, const std::string& trace);

/// One row per pair of switches: bytes in both directions, links that keep every channel below the peak.
Table link_choice_table(const TreesFile& trees, const SwitchDemand& demand, Bytes peak);

/// --peak SIZE and --trace FILE, as typed.
struct LinksQuestion {
  std::string trace, peak;

  bool asked() const { return !trace.empty(); }
  /// Each needs the other; returns that of --peak.
  Option* add_options(Command& command);
};

/// Prints the table that answers it; an exit code.
int print_links(const TreesFile& trees, const LinksQuestion& question, const OutputFormat& output);

}  // namespace ebb::inline app
