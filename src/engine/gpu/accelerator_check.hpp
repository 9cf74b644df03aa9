// Whether there is an accelerator to run on.
#pragma once

#include "base/problem.hpp"
#include "engine/executor_kind.hpp"

namespace ebb::inline engine {

/// Refuses an accelerator that is not there. A process that asks for one cannot use it in a fork.
Problems check_accelerator(ExecutorKind executor);

}  // namespace ebb::inline engine
