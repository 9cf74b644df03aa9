// --report FILE: the result as one page, of every command that has one.
#pragma once

#include <string>

#include "app/command/command_tree.hpp"
#include "base/problem.hpp"
#include "report/document/document.hpp"

namespace ebb::inline app {

Option* add_report_option(Command& command, std::string& file);

/// Whether the page can be written there, before hours of work; nothing was asked for when it is empty.
Problems check_report(const std::string& file);

/// Writes it, whole or not at all, and says where it is.
Problems write_report(const std::string& file, const Document& document);

}  // namespace ebb::inline app
