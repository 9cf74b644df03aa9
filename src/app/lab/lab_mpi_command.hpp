// `ebb lab rounds` and `ebb lab kernel`: MPI programs that `ebb lab mpi` runs as examples.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_rounds_command(Command& lab, int& exit_code);
void add_kernel_command(Command& lab, int& exit_code);

}  // namespace ebb::inline app
