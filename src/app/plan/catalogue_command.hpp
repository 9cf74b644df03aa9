// `ebb KIND list` and `ebb KIND show NAME`: the catalogues of one kind. Every catalogue gets its command
// here; none has code of its own.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "tasks/plan/catalogue_listing.hpp"

namespace ebb::inline app {

/// `kind` is the command's name, `what` completes "list the …".
void add_catalogue_command(Command& app, int& exit_code, const std::string& kind, const std::string& what,
                           std::vector<CatalogueSection> sections);

}  // namespace ebb::inline app
