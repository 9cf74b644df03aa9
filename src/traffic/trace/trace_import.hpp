// Traces as users have them: a trace of ours, or CSV with a message on each line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "traffic/trace/trace_file.hpp"

namespace ebb::inline traffic {

/// Opens a trace. A file whose name ends in .csv is read as text first, into a file that nobody else sees;
/// `names` then has what it calls its hosts, by their numbers in the trace, if it has names for them.
Result<std::shared_ptr<const TraceFile>> open_trace(const std::string& path, std::vector<std::string>& names);

}  // namespace ebb::inline traffic
