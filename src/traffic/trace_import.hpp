// Traces as users have them: a trace of ours, or CSV with a message on each line.
#pragma once

#include <memory>
#include <string>

#include "traffic/trace_file.hpp"

namespace ebb::inline traffic {

/// Opens a trace. A file whose name ends in .csv is read as text first, into a file that nobody else sees.
Result<std::shared_ptr<const TraceFile>> open_trace(const std::string& path);

}  // namespace ebb::inline traffic
