// What `ebb report` and `ebb plot` are given: folders and files of results, read and made into one document.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "report/document.hpp"
#include "report/page/origin.hpp"

namespace ebb::inline app {

/// Runs (folders of `ebb run -o`), a store, a folder of `ebb reproduce -o`, or the JSON that a command
/// printed. Several must be of one kind.
Result<Document> read_document(const std::vector<std::string>& paths);

/// The report of reproductions, from the JSON that `ebb reproduce --json` prints.
Document reproductions_report(const std::string& json, const Origin& origin = {});

/// In a folder of `ebb reproduce -o`: what was asked for.
inline constexpr const char* origin_file = "origin.json";

}  // namespace ebb::inline app
