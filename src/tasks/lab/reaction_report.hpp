// `ebb lab reaction` as a function: how fast conditional rules react on the real data plane, and a
// controller.
#pragma once

#include <chrono>
#include <vector>

#include "fabric/lab/lab_names.hpp"
#include "tasks/fabric/fabric_file.hpp"
#include "tasks/lab/lab_report.hpp"

namespace ebb::inline tasks {

struct ReactionOptions {
  int bursts = 5;
  /// How often controllers read the counters, one after the other.
  std::vector<std::chrono::milliseconds> controllers = {std::chrono::milliseconds(10),
                                                        std::chrono::milliseconds(70)};
};

/// Needs a lab with dataplane bpf and conditional tables. Sound when the rules reacted in every burst and no
/// frame was lost with them.
LabReport lab_reaction_report(const LabNames& names, const FabricFile& file, const ReactionOptions& options);

}  // namespace ebb::inline tasks
