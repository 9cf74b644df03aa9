// `ebb lab` as functions: a network of real Open vSwitch bridges, or of routers that run FRR, and hosts in
// namespaces on this machine.
// All need root. A lab is named by its LabNames; several can exist at a time.
#pragma once

#include <functional>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/lab/lab_down.hpp"
#include "fabric/lab/lab_names.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline tasks {

/// Reads a lab's network and checks that its [lab] and [rules] fit together.
Result<std::unique_ptr<FabricFile>> read_lab_file(const std::string& path, const Settings& settings);

struct LabBuilt {
  double seconds = 0;
  std::size_t rules = 0;  ///< in all switches together; VLANs, where they are managed by SNMP
};
/// Builds the file's network. All or nothing: when a step fails or `stopped` returns true, everything is
/// removed again.
Result<LabBuilt> lab_up(const LabNames& names, const FabricFile& file, const std::function<bool()>& stopped);

/// Removes a lab, or what is left of it. Returns what was there; LabRemains::none() when there was nothing.
Result<LabRemains> lab_down(const LabNames& names);

/// The file that an existing lab was built from, as it was at that time.
Result<std::unique_ptr<FabricFile>> file_of_lab(const LabNames& names);

/// Problems unless `host` is one of the lab: h0, h1, …; or "fabric", where the bridges are, or a router: s0.
Problems check_lab_host(const FabricFile& file, const std::string& host);

/// Replaces this process by a program on a host of the lab. Returns only when that fails.
Problems lab_exec(const LabNames& names, const std::string& host, const std::vector<std::string>& words);

struct LabMpiOptions {
  std::vector<std::string> words;  ///< the program and its arguments
  std::string record = "";         ///< a trace of what the program sends; empty: none
};
/// Replaces this process by mpirun in the current folder, with one process on each of the lab's hosts.
/// Returns only when that fails.
Problems lab_mpi(const LabNames& names, std::uint32_t hosts, const LabMpiOptions& options);

}  // namespace ebb::inline tasks
