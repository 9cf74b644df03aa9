// Sends probes between hosts through the tables of the real switches, and compares the count of every rule
// with the prediction of the tables.
#pragma once

#include <cstdint>
#include <vector>

#include "base/problem.hpp"
#include "fabric/driver.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "fabric/rollout/rollout.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct VerifyReport {
  std::uint64_t pairs = 0, all_pairs = 0;
  std::uint64_t rules = 0;  ///< that probes should match
  std::uint64_t exact = 0;  ///< of those, with exactly the predicted count
  Problems problems;        ///< rules with too low a count; the first few
};

/// The switches must hold `programs`. With other traffic a rule may count more than predicted, never less.
/// Hosts receive the probes too, with an EtherType that they ignore.
VerifyReport verify_tables(const Network& network, const std::vector<SwitchDriver*>& switches,
                           const std::vector<SwitchProgram>& programs,
                           const std::vector<std::vector<std::uint32_t>>& ports,
                           const std::vector<std::uint64_t>& macs, std::uint64_t most_pairs,
                           RolloutClock& clock);

}  // namespace ebb::inline fabric
