// Which links the traffic of a trace needs (Koibuchi, section V.B.3): `ebb trees` and `ebb off` with --peak.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "network/demand.hpp"
#include "network/network.hpp"
#include "rules/trees/link_choice.hpp"
#include "rules/trees/trunks.hpp"
#include "tasks/off/off_power.hpp"
#include "tasks/trees/trees_task.hpp"
#include "traffic/demand/demand_matrix.hpp"

namespace ebb::inline tasks {

/// Power of a link of each trunk, both ends together; empty where it is unknown.
LinkWeights link_watts(const Network& network, const Trunks& trunks, const OffPower& power_saved);

struct LinkChoiceOptions {
  std::string trace;    ///< of the traffic that the links are for
  Bytes peak{};         ///< that every channel must stay below, over the whole trace
  PowerSource power;    ///< given: the least power instead of the fewest links
  bool slower = false;  ///< trunks may also run at lower rates that the device states
  /// Called before work that may take minutes, with a sentence about it; may be empty.
  std::function<void(const std::string&)> notice;
};

struct LinkChoiceResult {
  SwitchDemand demand;
  Bytes peak{};
  LinkWeights watts;        ///< of a link of each trunk, empty where it is unknown
  std::string source;       ///< of the watts
  LinkChoice least;         ///< the links that are enough when paths move, and those paths
  SlowerRates slower = {};  ///< of each trunk; empty where links are at full rate or off

  /// The rate of a trunk, for an index of TrunkUse.
  BitsPerSecond rate_of(BitsPerSecond full, TrunkId t, std::uint32_t rate) const {
    if (rate == 0) return full;
    return {static_cast<std::int64_t>(std::llround(static_cast<double>(full.v) * slower[t][rate - 1].share))};
  }
};

/// Moves paths so that as many links as possible can be off. Refuses trees of which links are off already,
/// because it chooses from all. Write the paths with write_paths() for [trees] file, and `least.links` as
/// [trees] off (tasks/trees/link_choice_table.hpp).
Result<LinkChoiceResult> choose_links(const TreesResult& trees, const LinkChoiceOptions& options);

/// Checks before the search that the paths can be written into this file.
Problems check_paths_output(const std::string& file, const TreesResult& trees);
/// Writes the paths that move.
Problems write_paths(const std::string& file, const TreesResult& trees, const LinkChoiceResult& choice);

}  // namespace ebb::inline tasks
