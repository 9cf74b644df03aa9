#include "topology/file/network_file.hpp"

#include <algorithm>

namespace ebb::inline topology {

bool NetworkFile::names_hosts() const {
  return std::any_of(nodes.begin(), nodes.end(), [](const FileNode& n) { return n.is_host || n.hosts; });
}

}  // namespace ebb::inline topology
