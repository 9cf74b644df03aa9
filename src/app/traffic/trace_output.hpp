// What the commands that write a trace have in common.
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
  /// What stands at -o may be the only copy of a long recording.
  Problems check() const;
  /// Without --force not even a file that came while this one was written.
  Existing existing() const { return force ? Existing::is_replaced : Existing::is_kept; }
};

/// Shows what stands under this name now, checked from end to end.
int show_trace(const std::string& path, const OutputFormat& format);
/// Writes a job, and shows what it holds.
int write_job(JobMaker& job, const TraceOutput& output);

}  // namespace ebb::inline app
