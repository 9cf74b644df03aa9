// Traffic: patterns, arrivals, sizes and whole workloads, and their catalogues.
#pragma once

#include "catalogue/traffics.hpp"
#include "traffic/arrival/arrivals.hpp"
#include "traffic/pattern/pattern.hpp"
#include "traffic/pattern/permutation.hpp"
#include "traffic/size/sizes.hpp"
#include "traffic/workload.hpp"
