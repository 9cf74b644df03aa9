#include "app/traffic/trace_output.hpp"

#include <fmt/core.h>

#include "app/output/say.hpp"

namespace ebb::inline app {

void add_target_options(Command& command, TraceTarget& target, OutputFormat& format,
                        const std::string& what) {
  command.add_option("-o,--output", target.out, what)->required();
  command.add_flag("--force", target.force, "replace the file if it exists already");
  format.add_options(command);
}

int print_outcome(const Result<TraceOutcome>& outcome, const OutputFormat& format) {
  if (!outcome) return refuse(outcome.problems());
  say("{}", outcome->notice);
  if (!outcome->failure.empty()) return report_failure(outcome->failure);
  if (!outcome->summary.rows.empty()) fmt::print("{}", render(outcome->summary, format.format()));
  return succeeded;
}

}  // namespace ebb::inline app
