// The results of a run: plain structs. The type or the name of every figure gives its unit.
#pragma once

#include "results/energy_result.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"
