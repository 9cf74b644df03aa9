// A comparison of power policies as one table: energy against latency.
#pragma once

#include <string>

#include "network/policy_comparison.hpp"
#include "report/render.hpp"

namespace ebb {

Table policy_table(const PolicyComparison& comparison, const std::string& title);

}  // namespace ebb
