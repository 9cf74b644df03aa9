// A comparison of power policies as one table: energy against latency.
#pragma once

#include <string>

#include "report/render.hpp"
#include "results/policy_comparison.hpp"

namespace ebb::inline report {

Table policy_table(const PolicyComparison& comparison, const std::string& title);

}  // namespace ebb::inline report
