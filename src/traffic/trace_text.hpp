// Traces as text, so that other programs' traces come in and ours go out: CSV with a line of column names,
// and one message per line, in the order of time.
#pragma once

#include <iosfwd>
#include <string>

#include "traffic/trace_file.hpp"
#include "traffic/trace_writer.hpp"

namespace ebb {

/// Reads messages until the end or until there are too many problems; `name` stands for the text in messages.
/// Times may be in ps, ns, us, ms or s, as the column's name says: time_ps, time_ns, …
Problems read_trace_text(std::istream& in, const std::string& name, TraceWriter& out);

/// time_ps,source,destination,bytes. A problem when the output cannot be written.
Problems write_trace_text(const TraceFile& trace, std::ostream& out, const std::string& name);

}  // namespace ebb
