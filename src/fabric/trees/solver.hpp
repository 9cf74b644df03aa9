// Runs cbc, a solver of mixed integer programs, for a proved optimum.
#pragma once

#include <chrono>
#include <string>

#include "base/result.hpp"

namespace ebb::inline fabric {

bool solver_is_there();

/// The minimum of a program in CPLEX's LP format. A problem when cbc is not installed, the program is
/// infeasible, or there is no proof within the time limit.
Result<double> proved_least(const std::string& program,
                            std::chrono::seconds limit = std::chrono::seconds{60});

}  // namespace ebb::inline fabric
