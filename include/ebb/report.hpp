// Results as the summaries that `ebb` prints, and as JSON and CSV.
#pragma once

#include "experiment/run/run_title.hpp"
#include "report/plan/plan_report.hpp"
#include "report/run/run_report.hpp"
