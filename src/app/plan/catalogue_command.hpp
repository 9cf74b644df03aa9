// `ebb KIND list` and `ebb KIND show NAME`: the catalogues of one kind. Every catalogue gets its command
// here; none has code of its own.
#pragma once

#include <string>

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `kind` is the command's name and that of its catalogues, `what` completes "list the …".
void add_catalogue_command(Command& app, int& exit_code, const std::string& kind, const std::string& what);

}  // namespace ebb::inline app
