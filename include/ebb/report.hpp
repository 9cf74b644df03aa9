// Results as the summaries that `ebb` prints, and as JSON and CSV.
#pragma once

#include "experiment/run_title.hpp"
#include "report/plan_report.hpp"
#include "report/run_report.hpp"
