// `ebb lab mpi` runs an MPI program on the hosts of a lab; `ebb lab rounds` and `ebb lab kernel` are
// examples.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "fabric/lab/lab_names.hpp"

namespace ebb::inline app {

/// Replaces the process by mpirun, in the current folder; returns only when that fails.
int run_mpi_in_lab(const LabNames& names, std::uint32_t hosts, const std::vector<std::string>& words,
                   const std::string& record);

void add_rounds_command(Command& lab, int& exit_code);
void add_kernel_command(Command& lab, int& exit_code);

}  // namespace ebb::inline app
