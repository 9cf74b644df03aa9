// Makes a job of Chakra traces: collectives become messages, and the run time depends on the network.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "traffic/job/job_maker.hpp"
#include "training/chakra_match.hpp"
#include "training/collective_rounds.hpp"

namespace ebb::inline training {

/// A rank is a host. It computes on its processor, computes on its accelerator and communicates beside each
/// other; each of the three does one node after the other, by their numbers as far as dependencies allow. The
/// n-th collective of a process group is the same call on all its ranks. Dependencies on nodes that a file
/// does not hold count as met.
struct ChakraJob {
  JobMaker job;
  std::string about;  ///< what the traces hold, in lines
};
Result<ChakraJob> chakra_job(const ChakraRanks& ranks, const CollectiveStyle& collectives);

}  // namespace ebb::inline training
