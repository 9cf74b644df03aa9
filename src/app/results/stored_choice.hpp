// The option --store of commands that read stored runs.
#pragma once

#include <string>
#include <vector>

#include "app/command/command_tree.hpp"
#include "base/result.hpp"
#include "tasks/results/results_task.hpp"

namespace ebb::inline app {

struct StoreChoice {
  std::vector<std::string> paths;  ///< empty: all *.results of the current folder

  void add_option(Command& command);
  /// Damaged runs are omitted, with a warning on stderr.
  Result<std::vector<StoredRun>> read() const;
};

}  // namespace ebb::inline app
