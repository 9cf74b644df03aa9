// The stores that a command reads, and the run that an id selects.
#pragma once

#include <string>
#include <vector>

#include "app/command/command_tree.hpp"
#include "store/store.hpp"

namespace ebb::inline app {

struct StoreChoice {
  std::vector<std::string> paths;  ///< empty: all *.results of the current folder

  void add_option(Command& command);
  Result<std::vector<std::string>> stores() const;
  /// Damaged runs are omitted, with a warning on stderr.
  Result<std::vector<StoredRun>> read() const;
};

/// The only run whose id begins so.
Result<StoredRun> find_run(const std::vector<StoredRun>& runs, const std::string& beginning);

}  // namespace ebb::inline app
