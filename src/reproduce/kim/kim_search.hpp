// The search over the open parameters of Kim's machine. Each step varies what the anchors of the step depend
// on, and keeps the candidate with the least cost: the sum of |ln(ours / paper)| over these anchors. Energies
// are no part of it: they follow from the chosen runs in closed form (kim_calibration.cpp).
#pragma once

#include <vector>

#include "base/result.hpp"
#include "reproduce/kim/kim_experiment.hpp"
#include "reproduce/kim/kim_search_steps.hpp"

namespace ebb::inline reproduce {

struct KimSearch {
  KimMachine chosen;
  std::vector<KimStep> steps;
};

Result<KimSearch> search_kim_machine(const KimAims& aims, const Effort& effort);

}  // namespace ebb::inline reproduce
