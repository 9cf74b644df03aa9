// Which links the traffic of a trace needs (Koibuchi, section V.B.3), for `ebb trees` and `ebb off` with
// --peak.
#pragma once

#include <optional>
#include <string>

#include "app/off/off_power.hpp"
#include "app/off/trees_tables.hpp"
#include "app/output/output_format.hpp"
#include "rules/trees/link_choice.hpp"

namespace ebb::inline app {

/// Bytes between the switches, of all messages of a trace. The trace has the hosts of the network.
Result<SwitchDemand> traced_demand(const Network& network, const std::string& trace);

/// Power of a link of each trunk, empty where it is unknown; and its source as text.
struct CablePower {
  LinkWeights watts;
  std::string from;
};

/// One row per pair of switches: bytes in both directions, the links that keep every channel below the peak
/// with the current paths, and those of `least`, whose paths move.
Table link_choice_table(const TreesFile& trees, const SwitchDemand& demand, Bytes peak,
                        const CablePower& power_saved, const LinkChoice& least);
/// Power of a link of each trunk, both ends together; empty where it is unknown.
LinkWeights link_watts(const Network& network, const Trunks& trunks, const OffPower& power_saved);

/// --peak SIZE, --trace FILE and --paths FILE, as typed; and the source of the watts.
struct LinksQuestion {
  std::string trace, peak, paths;
  PowerOptions power_saved;

  bool asked() const { return !trace.empty(); }
  /// Each requires the other; returns --peak.
  Option* add_options(Command& command);
};

/// Prints the resulting table; returns an exit code.
int print_links(const TreesFile& trees, const LinksQuestion& question, const OutputFormat& output);

}  // namespace ebb::inline app
