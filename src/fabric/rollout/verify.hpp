// Sends probes between hosts through the tables of the real switches, and compares what every rule counted
// with what the tables say it should have.
#pragma once

#include <cstdint>
#include <vector>

#include "fabric/driver.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "fabric/rollout/rollout.hpp"

namespace ebb::inline fabric {

struct VerifyReport {
  std::uint64_t pairs = 0, all_pairs = 0;
  std::uint64_t rules = 0;  ///< that met a probe by prediction
  std::uint64_t exact = 0;  ///< of those, that counted the prediction and no frame more
  Problems problems;        ///< rules that counted too little; the first few
};

/// What the switches hold must be `programs`. With other traffic a rule may count more than predicted, never
/// less. Hosts get the probes too, with an EtherType that they ignore.
VerifyReport verify_tables(const Network& network, const std::vector<SwitchDriver*>& switches,
                           const std::vector<SwitchProgram>& programs,
                           const std::vector<std::vector<std::uint32_t>>& ports,
                           const std::vector<std::uint64_t>& macs, std::uint64_t most_pairs,
                           RolloutClock& clock);

}  // namespace ebb::inline fabric
