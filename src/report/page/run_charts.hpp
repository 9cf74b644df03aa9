// The charts of one run, or of several in the same charts.
#pragma once

#include <vector>

#include "report/document/chart.hpp"
#include "report/page/run_source.hpp"

namespace ebb::inline report {

/// Every chart that the runs hold numbers for.
std::vector<Chart> run_charts(const std::vector<RunSource>& runs);

}  // namespace ebb::inline report
