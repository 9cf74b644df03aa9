// Shared by the commands that write a trace.
#pragma once

#include <string>

#include "app/command/command.hpp"
#include "app/output/output_format.hpp"
#include "base/whole_file.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline app {

struct TraceOutput {
  std::string out;
  bool force = false;
  OutputFormat format;

  /// `what` describes -o.
  void add_options(Command& command, const std::string& what);
  /// Refuses to replace the file at -o without --force: it may be the only copy of a long recording.
  Problems check() const;
  /// Without --force, not even a file that was created in the meantime is replaced.
  Existing existing() const { return force ? Existing::is_replaced : Existing::is_kept; }
};

/// Prints the summary of the trace at this path, which is checked completely.
int show_trace(const std::string& path, const OutputFormat& format);
/// Writes a job, and prints its summary.
int write_job(JobMaker& job, const TraceOutput& output);

}  // namespace ebb::inline app
