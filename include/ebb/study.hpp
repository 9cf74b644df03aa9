// Many runs: a parameter study (run_sweep), and power policies side by side (compare_policies). Both keep
// their runs in a store and resume after a stop.
#pragma once

#include "tasks/study/compare_task.hpp"
#include "tasks/study/frontier_task.hpp"
#include "tasks/study/sweep_task.hpp"
