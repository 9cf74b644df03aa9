// Makes a network from a file's content, and computes its facts without building it.
#pragma once

#include "base/problem.hpp"
#include "network/network.hpp"
#include "topology/file/file_cables.hpp"

namespace ebb::inline topology {

/// Returns what keeps the file from becoming a network; `where` of a problem is a field of the topology.
Problems check_file_network(const NetworkFile& file, const FileChoices& choices);

/// The functions below require a file without such problems.
Facts file_facts(const NetworkFile& file, const FileChoices& choices);

/// Switches have the order of the file. Ports of a switch have the order of their names ("eth2" before
/// "eth10") where the file names all of them, otherwise that of the file. Hosts always come first.
Network build_file_network(const NetworkFile& file, const FileChoices& choices, const Cables& cables);

}  // namespace ebb::inline topology
