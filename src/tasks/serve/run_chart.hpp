// Any figure of the listed runs over any setting or other figure, as a chart.
#pragma once

#include <string>

#include "base/result.hpp"
#include "http/http_message.hpp"
#include "report/document/chart.hpp"
#include "tasks/serve/run_list.hpp"

namespace ebb::inline tasks {

struct RunChartQuery {
  RunQuery runs;
  std::string x, y;  ///< names of columns
  bool log_x = false, log_y = false;

  static RunChartQuery of(const HttpRequest& request);
};

/// One curve for runs that are alike in every varied setting but x. A setting that follows from x makes no
/// curves.
Result<Chart> run_chart(const Snapshot& snapshot, const RunChartQuery& query);

}  // namespace ebb::inline tasks
