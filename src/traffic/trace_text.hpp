// Traces as text, so that other programs' traces come in and ours go out: CSV with a line of column names,
// and one message per line, in the order of time.
#pragma once

#include <iosfwd>
#include <string>

#include "traffic/trace_file.hpp"
#include "traffic/trace_writer.hpp"

namespace ebb::inline traffic {

/// What a trace has beyond its messages: hosts that are silent, time in which nothing is sent.
struct TraceExtent {
  std::uint32_t hosts = 0;
  Picoseconds length{};
};

/// Reads messages until the end or until there are too many problems; `name` stands for the text in messages.
/// Times may be in ps, ns, us, ms or s, as the column's name says: time_ps, time_ns, … A line that begins
/// with # is no message; "# hosts=64 length_ps=1000000" gives the extent.
Problems read_trace_text(std::istream& in, const std::string& name, TraceWriter& out, TraceExtent& extent);

/// time_ps,source,destination,bytes, and the extent as the last line. A problem when the output cannot be
/// written.
Problems write_trace_text(const TraceFile& trace, std::ostream& out, const std::string& name);

}  // namespace ebb::inline traffic
