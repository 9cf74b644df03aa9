// Converts CSV, GOAL, Chakra and SimAI files to traces, and traces to the first two. The job of `ebb trace
// convert`.
#pragma once

#include <string>

#include "base/result.hpp"
#include "tasks/traffic/trace_outcome.hpp"

namespace ebb::inline tasks {

struct TraceConvertOptions {
  std::string file;        ///< CSV, GOAL (its name ends in .goal), Chakra (.et), SimAI (.txt), or a trace
  TraceTarget target;      ///< CSV or GOAL when its name ends in .csv or .goal, otherwise a trace
  std::int64_t hosts = 0;  ///< of the trace, when some of them never send or receive; 0: those that do
  // Of Chakra's and SimAI's:
  std::int64_t ranks =
      0;  ///< so many execute the file; 0: each rank has its own beside it; of SimAI: the least
  std::string collectives = "ring";  ///< how collective calls send
  std::int64_t per_server = 8;       ///< of hierarchical ones
  double skew = 0;                   ///< of direct all-to-all
};

/// Returns the names for `collectives`: "ring, direct, …".
std::string names_of_collectives();

Result<TraceOutcome> convert_trace(const TraceConvertOptions& options);

}  // namespace ebb::inline tasks
