// Shared by the jobs that write traces: where they write, and what they yield.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/whole_file.hpp"
#include "report/document/table.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline tasks {

/// The file to write.
struct TraceTarget {
  std::string out;
  bool force = false;  ///< replace a file that exists

  /// Refuses to replace a file without `force`: it may be the only copy of a long recording.
  Problems check() const;
  /// Without `force`, not even a file that was created in the meantime is replaced.
  Existing existing() const { return force ? Existing::is_replaced : Existing::is_kept; }
};

/// A mistake in the input is returned as problems instead of this.
struct TraceOutcome {
  std::string notice = {};  ///< a line for the user; may be empty
  Problems failure = {};    ///< why the file could not be written; empty: it was
  Table summary = {};       ///< of the trace that was written; without rows for CSV and GOAL files
};

/// Reads a trace, the Chakra traces of all ranks, or SimAI's text, from end to end and checks it. The job of
/// `ebb trace info`.
Result<Table> trace_summary(const std::string& path);

/// The outcome after a trace has been written: its summary.
Result<TraceOutcome> written_trace(const std::string& path, std::string notice = {});

/// Writes a job as a trace.
Result<TraceOutcome> write_job(JobMaker& job, const TraceTarget& target, std::string notice = {});

}  // namespace ebb::inline tasks
