// Plans networks (plan_networks), finds networks for a number of hosts (find_networks), computes what
// sleeping saves (sleep_savings), proves a routing free of deadlocks (check_file) and writes a network for
// other programs (export_file): the jobs of `ebb plan`, `ebb plan size`, `ebb plan --sleep`, `ebb check` and
// `ebb export`. Beneath them, read_plan reads a plan file, and make_plan computes the parts, power and cost
// of the network.
#pragma once

#include "experiment/read/plan_config.hpp"
#include "planner/plan.hpp"
#include "results/plan_result.hpp"
#include "tasks/plan/check_task.hpp"
#include "tasks/plan/device_task.hpp"
#include "tasks/plan/export_task.hpp"
#include "tasks/plan/plan_task.hpp"
#include "tasks/plan/size_task.hpp"
#include "tasks/sleep/sleep_task.hpp"
