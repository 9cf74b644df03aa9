// Converts CSV and GOAL files to traces, and traces to them. The job of `ebb trace convert`.
#pragma once

#include <string>

#include "base/result.hpp"
#include "tasks/traffic/trace_outcome.hpp"

namespace ebb::inline tasks {

struct TraceConvertOptions {
  std::string file;        ///< CSV, GOAL (its name ends in .goal), or a trace
  TraceTarget target;      ///< CSV or GOAL when its name ends in .csv or .goal, otherwise a trace
  std::int64_t hosts = 0;  ///< of the trace, when some of them never send or receive; 0: those that do
};

Result<TraceOutcome> convert_trace(const TraceConvertOptions& options);

}  // namespace ebb::inline tasks
