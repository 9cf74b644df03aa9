// --store of commands that take results as arguments: it names a store, as RESULTS does.
#pragma once

#include <string>
#include <vector>

#include "app/command/command_tree.hpp"

namespace ebb::inline app {

inline void add_store_of_results(Command& command, std::vector<std::string>& stores) {
  command.add_option("--store", stores, "a store of results; the same as to name it among RESULTS")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

inline void add_to_results(const std::vector<std::string>& stores, std::vector<std::string>& results) {
  results.insert(results.end(), stores.begin(), stores.end());
}

}  // namespace ebb::inline app
