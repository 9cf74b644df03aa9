// Formats results as the summaries that `ebb` prints, as JSON and as CSV.
#pragma once

#include "experiment/run/run_title.hpp"
#include "report/plan/plan_report.hpp"
#include "report/run/run_report.hpp"
