// Networks that a switch of some ports can form for a number of hosts: for each family of topologies, the
// shapes to consider, whatever bisection is requested. Closed forms only; nothing is built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/candidate.hpp"
#include "planner/size_request.hpp"

namespace ebb::inline planner {

/// A family to try.
struct NetworkFamily {
  enum class Kind : std::uint8_t { star, folded_clos, flattened_butterfly, dragonfly, mesh, torus };
  Kind kind = Kind::star;
  std::size_t size = 0;  ///< levels of a Clos, dimensions
  std::string name;      ///< "folded_clos, 3 levels": the best one of each family is shown
  /// Hosts of the largest one that the switch can form with the requested bisection; empty where its size is
  /// unlimited.
  std::optional<std::int64_t> most_hosts;
};

/// Returns the families in the order of every result.
std::vector<NetworkFamily> network_families(const SizeRequest& request);

/// Each has at least as many hosts, and switches with at most as many ports.
void each_candidate(const NetworkFamily& family, const SizeRequest& request, CandidateSink& sink);

}  // namespace ebb::inline planner
