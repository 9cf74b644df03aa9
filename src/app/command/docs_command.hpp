// `ebb docs PAGE`: the pages of docs/ that are written by the program. For those who work on ebb, so the help
// does not list it.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_docs_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
