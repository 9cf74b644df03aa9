// What `ebb report` and `ebb plot` are given: folders and files of results, read and made into one document.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "report/document.hpp"

namespace ebb::inline app {

/// Runs (folders of `ebb run -o`), a store, a folder of `ebb reproduce -o`, or the JSON that a command
/// printed. Several must be of one kind.
Result<Document> read_document(const std::vector<std::string>& paths);

}  // namespace ebb::inline app
