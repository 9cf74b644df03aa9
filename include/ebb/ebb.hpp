// The whole library, except what only plugins need.
#pragma once

#include "ebb/experiment.hpp"
#include "ebb/fields.hpp"
#include "ebb/network.hpp"
#include "ebb/plan.hpp"
#include "ebb/policy.hpp"
#include "ebb/problem.hpp"
#include "ebb/program.hpp"
#include "ebb/report.hpp"
#include "ebb/reproduce.hpp"
#include "ebb/results.hpp"
#include "ebb/routing.hpp"
#include "ebb/store.hpp"
#include "ebb/study.hpp"
#include "ebb/topology.hpp"
#include "ebb/traffic.hpp"
#include "ebb/units.hpp"
