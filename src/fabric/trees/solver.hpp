// cbc, a solver of mixed integer programs: asked for the least there is, and its proof.
#pragma once

#include <chrono>
#include <string>

#include "base/result.hpp"

namespace ebb::inline fabric {

bool solver_is_there();

/// The least objective of a program in CPLEX's LP format. A problem when cbc is not installed, finds that
/// nothing meets the program, or has no proof within the time.
Result<double> proved_least(const std::string& program,
                            std::chrono::seconds limit = std::chrono::seconds{60});

}  // namespace ebb::inline fabric
