// What a run measured: plain structs with the unit of every figure in its type or its name.
#pragma once

#include "results/energy_result.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"
