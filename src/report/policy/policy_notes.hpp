// What stands below a comparison of policies: what its figures are, what is not known and why, who is best.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/policy/policy_columns.hpp"

namespace ebb::inline report {

/// The axes that were asked for, or those that a comparison has anyway.
JudgedAxes axes_of(const PolicyComparison& comparison, JudgedAxes axes);

/// The unit of the columns of energy; out of place where none is shown.
inline constexpr std::string_view share_note = "energy in percent of always full rate";

/// What holds for all networks once, the rest after the parameters of those for which it does.
std::vector<std::string> policy_notes(const std::vector<ComparedNetwork>& networks, const JudgedAxes& axes);

}  // namespace ebb::inline report
