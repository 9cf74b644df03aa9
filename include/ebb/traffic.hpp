// Who sends to whom, when, and how much: patterns, arrivals, sizes, whole workloads, and their catalogues.
#pragma once

#include "catalogue/traffics.hpp"
#include "traffic/arrivals.hpp"
#include "traffic/pattern.hpp"
#include "traffic/permutation.hpp"
#include "traffic/sizes.hpp"
#include "traffic/workload.hpp"
