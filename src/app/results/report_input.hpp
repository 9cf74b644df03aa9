// Reads the inputs of `ebb report` and `ebb plot`, folders and files of results, into one document.
#pragma once

#include <string>
#include <vector>

#include "app/command/command_tree.hpp"
#include "base/result.hpp"
#include "report/document/document.hpp"

namespace ebb::inline app {

/// Runs (folders of `ebb run -o`), a store, a folder of `ebb reproduce -o`, or the JSON that a command
/// printed. Several must be of one kind.
Result<Document> read_document(const std::vector<std::string>& paths);

/// --store names a store, as RESULTS does: the same option as for other commands.
void add_store_of_results(Command& command, std::vector<std::string>& stores);
void add_to_results(const std::vector<std::string>& stores, std::vector<std::string>& results);

}  // namespace ebb::inline app
