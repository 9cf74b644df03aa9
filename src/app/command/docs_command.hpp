// `ebb docs PAGE`: the generated pages of docs/. It is for developers, so the help does not list it.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_docs_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
