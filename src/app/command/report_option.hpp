// --report FILE: the result as one page, for every command that has one.
#pragma once

#include <string>

#include "app/command/command_tree.hpp"
#include "base/problem.hpp"
#include "report/document/document.hpp"

namespace ebb::inline app {

Option* add_report_option(Command& command, std::string& file);

/// Checks before the work that the page can be written. An empty name means no report.
Problems check_report(const std::string& file);

/// Writes the page atomically, and prints its path.
Problems write_report(const std::string& file, const Document& document);

}  // namespace ebb::inline app
