// A report of results: the document of `ebb report`, whose charts `ebb plot` draws.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "report/document/document.hpp"

namespace ebb::inline tasks {

/// Reads folders of `ebb run -o`, a store, a folder of `ebb reproduce -o`, or the JSON that a command
/// printed. Several must be of one kind. render() gives the report as text, html_page() as a page.
Result<Document> make_report(const std::vector<std::string>& paths);

}  // namespace ebb::inline tasks
