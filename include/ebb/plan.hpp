// Reads a plan file (read_plan) and computes the parts, power and cost of the network (make_plan).
#pragma once

#include "experiment/read/plan_config.hpp"
#include "planner/plan.hpp"
#include "results/plan_result.hpp"
