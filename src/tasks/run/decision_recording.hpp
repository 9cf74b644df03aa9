// Writes every decision of a run's power policy to a file, for `ebb why`.
#pragma once

#include <memory>
#include <string>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/run_input.hpp"
#include "report/decisions/decision_writer.hpp"
#include "results/decisions.hpp"
#include "results/run_outcome.hpp"
#include "tasks/run/run_options.hpp"

namespace ebb::inline tasks {

/// Checks the options before anything is built.
Problems check_decisions(const DecisionOptions& options, const RunInput& input);

/// Reports a file that exists. Only for the first rank: another may find the file that the first has created.
Problems check_new_file(const DecisionOptions& options);

/// Opens the file; null when it is not wanted. `path` is the run's file, `file` its content, and `document`
/// the same with all defaults.
Result<std::unique_ptr<DecisionWriter>> decision_writer(const DecisionOptions& options,
                                                        const std::string& path, const PreparedRun& prepared,
                                                        const Node& file, const Node& document);

DecisionsEnd decisions_end(const RunResult& result);

}  // namespace ebb::inline tasks
