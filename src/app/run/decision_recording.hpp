// The options --decisions and --decisions-limit of `ebb run`: every decision of the power policy goes to a
// file, for `ebb why`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/command/command.hpp"
#include "experiment/run/prepared_run.hpp"
#include "report/decisions/decision_writer.hpp"

namespace ebb::inline app {

struct DecisionArguments {
  std::string file;
  std::string typed_limit;  ///< empty: none was given

  bool wanted() const { return !file.empty(); }
  /// A decision takes some 12 bytes, so that the file stays far below 64 MB. A limit that check_decisions()
  /// refuses counts as none.
  std::uint64_t limit() const;
};

void add_decision_options(Command& command, DecisionArguments& arguments);

/// Opens the file; null when it is not wanted. `path` is the run's file, `file` its content, and `document`
/// the same with all defaults.
Result<std::unique_ptr<DecisionWriter>> open_decisions(const DecisionArguments& arguments,
                                                       const std::string& path, const PreparedRun& prepared,
                                                       const Node& file, const Node& document);

/// Checks the options before anything is built.
Problems check_decisions(const DecisionArguments& arguments, const RunInput& input);

/// Reports a file that exists. Only for the first rank: another may find the file that the first has created.
Problems check_new_file(const DecisionArguments& arguments);

DecisionsEnd decisions_end(const RunResult& result);

}  // namespace ebb::inline app
