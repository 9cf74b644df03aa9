// Networks that a switch of some ports can make for a number of hosts: for each family of topologies, all
// sizes that are worth a look. Closed forms only; nothing is built.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "planner/size_question.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

struct Candidate {
  std::string family;  ///< "folded_clos, 3 levels": of each family the best one is shown
  std::string name;    ///< in the catalogue
  std::vector<std::pair<std::string, std::string>> parameters;  ///< as a file writes them
  std::shared_ptr<const Topology> topology;
  double uplink_share = 1;  ///< of an access switch: its uplinks over its hosts, where that is less
};

/// A family that is tried.
struct NetworkFamily {
  std::string name;
  /// Hosts of the largest one that the switch can make; nothing where its size has no end.
  std::optional<std::int64_t> most_hosts;
};

/// In the order of every answer.
std::vector<NetworkFamily> network_families(const SizeQuestion& question);

/// Each has as many hosts at least, and switches with as many ports at most. Not all have the bisection.
std::vector<Candidate> candidates(const SizeQuestion& question);

}  // namespace ebb::inline planner
