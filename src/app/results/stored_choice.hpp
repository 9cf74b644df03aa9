// Which stores a command reads, and which run of them an id means.
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
  /// What is damaged is left out, and told of on stderr.
  Result<std::vector<StoredRun>> read() const;
};

/// The run whose id begins so; one at least, and only one.
Result<StoredRun> find_run(const std::vector<StoredRun>& runs, const std::string& beginning);

}  // namespace ebb::inline app
