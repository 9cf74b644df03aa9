// The command on labs and its MPI programs.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb lab`: a network of real Open vSwitch bridges and hosts in namespaces on this machine.
void add_lab_command(Command& app, int& exit_code);
/// `ebb lab rounds` and `ebb lab kernel`: MPI programs that `ebb lab mpi` runs as examples.
void add_rounds_command(Command& lab, int& exit_code);
void add_kernel_command(Command& lab, int& exit_code);

}  // namespace ebb::inline app
