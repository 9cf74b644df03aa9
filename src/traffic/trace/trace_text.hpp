// Traces as text, for exchange with other programs: CSV with a line of column names, and one message per
// line, in the order of time. Jobs have two columns more.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "traffic/trace/trace_file.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline traffic {

/// What a trace has beyond its messages: hosts that send nothing, and time without messages.
struct TraceExtent {
  std::uint32_t hosts = 0;
  Picoseconds length{};
  std::vector<std::string> names;  ///< of the hosts, by number, where the text has names; else empty
  bool is_counted = false;         ///< the text states its number of messages, so truncation is detected
};

/// Determines from its column names whether a text is a job, and rewinds it.
TraceForm form_of_text(std::istream& in);

/// Reads messages until the end or until there are too many problems; `name` is the text's name in messages.
/// Times may be in ps, ns, us, ms or s, by the column's name: time_ps, time_ns, … A line that begins with #
/// is no message; "# messages=2 hosts=64 length_ps=1000000" gives the extent, and the number of messages.
/// `out` has the form of the text. Where the first message has names instead of numbers, all hosts have
/// names: they are numbered as they appear, and `extent` has them.
Problems read_trace_text(std::istream& in, const std::string& name, TraceWriter& out, TraceExtent& extent);

/// Writes time_ps,source,destination,bytes, and the number of messages and the extent as the last line. The
/// first remark announces that line, so that a truncated text is detected. Finishes `out`; `name` is its name
/// in messages.
Problems write_trace_text(const TraceFile& trace, WholeFile& out, const std::string& name);

}  // namespace ebb::inline traffic
