// An MPI program with a process on every host of a lab. To Open MPI each host is a separate machine: a
// replacement for ssh enters the host's namespace and sets a host name, and only the lab's network is used.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "base/result.hpp"
#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {

struct LabMpiJob {
  std::vector<std::string> words;  ///< the program and its arguments
  std::string folder;              ///< where it runs
  std::string record = "";         ///< where libebb-record.so writes what it sends; empty: nowhere
};

/// What MPI in a lab needs and is missing, besides the lab's own needs. Empty when nothing is.
Problems lab_mpi_obstacles();

/// How to start it, in the namespace of the first host: where (`place`), and the command (`words`).
struct LabMpiStart {
  ToolPlace place;
  std::vector<std::string> words;
};
/// Writes the list of hosts and the replacement for ssh into the lab's folder.
Result<LabMpiStart> prepare_mpi(const LabNames& names, std::uint32_t hosts, const LabMpiJob& job);

}  // namespace ebb::inline fabric
