// The notes below a comparison of policies: the meaning of its figures, what is unknown and why, and the best
// policies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/policy/policy_columns.hpp"
#include "results/policy_comparison.hpp"

namespace ebb::inline report {

/// Returns the requested axes, or the defaults of a comparison.
JudgedAxes axes_of(const PolicyComparison& comparison, JudgedAxes axes);

/// The unit of the energy columns. Omitted where none is shown.
inline constexpr std::string_view share_note = "energy in percent of always full rate";

/// Notes that apply to all networks appear once, others after the parameters of their networks.
std::vector<std::string> policy_notes(const std::vector<ComparedNetwork>& networks, const JudgedAxes& axes);

}  // namespace ebb::inline report
