// The tree of commands as plain text (report/commands/command_page.hpp). No command is missing, because the
// command line is parsed with the same tree.
#pragma once

#include <vector>

#include "report/commands/command_page.hpp"

namespace CLI {
class App;
}

namespace ebb::inline app {

/// The program and every command that help shows, each before its subcommands.
std::vector<CommandPage> command_pages(const CLI::App& program);

}  // namespace ebb::inline app
