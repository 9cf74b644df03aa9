// Records, makes and converts traces of traffic, and measures traffic: the jobs of `ebb trace` and `ebb
// traffic measure`.
#pragma once

#include "tasks/traffic/convert_task.hpp"
#include "tasks/traffic/make_task.hpp"
#include "tasks/traffic/measure_task.hpp"
#include "tasks/traffic/record_task.hpp"
