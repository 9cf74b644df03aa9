// Traces as text, so that other programs' traces come in and ours go out: CSV with a line of column names,
// and one message per line, in the order of time. Jobs have two columns more.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "traffic/trace/trace_file.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline traffic {

/// What a trace has beyond its messages: hosts that are silent, time in which nothing is sent.
struct TraceExtent {
  std::uint32_t hosts = 0;
  Picoseconds length{};
  std::vector<std::string> names;  ///< of the hosts, by number, where the text has names; else empty
  bool is_counted = false;  ///< the text says how many messages it has: a cut one would have been noticed
};

/// Says whether a text's line of column names is that of a job, and goes back to its beginning.
TraceForm form_of_text(std::istream& in);

/// Reads messages until the end or until there are too many problems; `name` stands for the text in messages.
/// Times may be in ps, ns, us, ms or s, as the column's name says: time_ps, time_ns, … A line that begins
/// with # is no message; "# messages=2 hosts=64 length_ps=1000000" gives the extent, and how many messages
/// there must be.
/// `out` has the form of the text. Where the first message has names instead of numbers, all hosts go by
/// names: they are numbered as they appear, and `extent` has them.
Problems read_trace_text(std::istream& in, const std::string& name, TraceWriter& out, TraceExtent& extent);

/// time_ps,source,destination,bytes, and the number of messages and the extent as the last line. The first
/// remark announces that line, so that a text that was cut off is seen to be one. Finishes `out`, which
/// `name` stands for in messages.
Problems write_trace_text(const TraceFile& trace, WholeFile& out, const std::string& name);

}  // namespace ebb::inline traffic
