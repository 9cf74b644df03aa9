// ebb fabric check | diff | deploy | verify | rollback | status: the tables of a file on real switches.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_fabric_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
