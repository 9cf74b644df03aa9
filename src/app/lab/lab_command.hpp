// `ebb lab`: a network of real Open vSwitch bridges and hosts in namespaces on this machine.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_lab_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
