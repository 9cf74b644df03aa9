// What stands below a comparison of policies: what its figures are, what is not known and why, who is best.
#pragma once

#include <string>
#include <vector>

#include "report/policy_columns.hpp"

namespace ebb::inline report {

/// The axes that were asked for, or those that a comparison has anyway.
JudgedAxes axes_of(const PolicyComparison& comparison, JudgedAxes axes);

std::vector<std::string> policy_notes(const ComparedNetwork& network, const JudgedAxes& axes);

}  // namespace ebb::inline report
