// Shared by the commands that write a trace: -o, --force, and how the outcome is printed.
#pragma once

#include <string>

#include "app/command/command.hpp"
#include "app/output/output_format.hpp"
#include "base/result.hpp"
#include "tasks/traffic/trace_outcome.hpp"

namespace ebb::inline app {

/// `what` describes -o.
void add_target_options(Command& command, TraceTarget& target, OutputFormat& format, const std::string& what);

/// Prints the notice, and the summary or the problems.
int print_outcome(const Result<TraceOutcome>& outcome, const OutputFormat& format);

}  // namespace ebb::inline app
