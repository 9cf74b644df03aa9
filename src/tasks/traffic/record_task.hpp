// Writes the messages of a run file's traffic as a trace; nothing is simulated. The job of `ebb trace
// record`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "experiment/read/settings.hpp"
#include "tasks/traffic/trace_outcome.hpp"

namespace ebb::inline tasks {

struct TraceRecordOptions {
  std::string file;                   ///< a run file (TOML)
  Settings settings;                  ///< "section.key=value", which override the file
  std::optional<Picoseconds> time{};  ///< how much of the traffic; otherwise [run] most_time
  TraceTarget target;
};

Result<TraceOutcome> record_trace(const TraceRecordOptions& options);

}  // namespace ebb::inline tasks
