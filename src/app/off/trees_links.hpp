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

/// Bytes between the switches of all messages of a trace. Hosts of the trace are those of the network.
Result<SwitchDemand> traced_demand(const Network& network, const std::string& trace);

/// What a link of each trunk draws, empty where nobody has said; and for people, whose figures they are.
struct CablePower {
  LinkWeights watts;
  std::string from;
};

/// One row per pair of switches: bytes in both directions, links that keep every channel below the peak with
/// the paths as they are, and those of `least`, whose paths move.
Table link_choice_table(const TreesFile& trees, const SwitchDemand& demand, Bytes peak,
                        const CablePower& power_saved, const LinkChoice& least);
/// What a link of each trunk draws, both ends together; empty where nobody has said.
LinkWeights link_watts(const Network& network, const Trunks& trunks, const OffPower& power_saved);

/// --peak SIZE, --trace FILE and --paths FILE, as typed; and whose watts count.
struct LinksQuestion {
  std::string trace, peak, paths;
  PowerOptions power_saved;

  bool asked() const { return !trace.empty(); }
  /// Each needs the other; returns that of --peak.
  Option* add_options(Command& command);
};

/// Prints the table that answers it; an exit code.
int print_links(const TreesFile& trees, const LinksQuestion& question, const OutputFormat& output);

}  // namespace ebb::inline app
