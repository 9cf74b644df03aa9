// Networks that a switch of some ports can make for a number of hosts: for each family of topologies, the
// shapes that are worth a look, whatever bisection is asked for. Closed forms only; nothing is built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/candidate.hpp"
#include "planner/size_question.hpp"

namespace ebb::inline planner {

/// A family that is tried.
struct NetworkFamily {
  enum class Kind : std::uint8_t { star, folded_clos, flattened_butterfly, dragonfly, mesh, torus };
  Kind kind = Kind::star;
  std::size_t size = 0;  ///< levels of a Clos, dimensions
  std::string name;      ///< "folded_clos, 3 levels": of each family the best one is shown
  /// Hosts of the largest one that the switch can make with the bisection asked for; nothing where its size
  /// has no end.
  std::optional<std::int64_t> most_hosts;
};

/// In the order of every answer.
std::vector<NetworkFamily> network_families(const SizeQuestion& question);

/// Each has as many hosts at least, and switches with as many ports at most.
void each_candidate(const NetworkFamily& family, const SizeQuestion& question, CandidateSink& sink);

}  // namespace ebb::inline planner
