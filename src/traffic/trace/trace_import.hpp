// Opens traces: ebb's own format, or CSV with a message on each line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "traffic/trace/trace_file.hpp"

namespace ebb::inline traffic {

/// Opens a trace. A file whose name ends in .csv is converted into a private file first. `names` then has the
/// names of its hosts, by their numbers in the trace, if it has names.
Result<std::shared_ptr<const TraceFile>> open_trace(const std::string& path, std::vector<std::string>& names);

}  // namespace ebb::inline traffic
