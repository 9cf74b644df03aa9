// A candidate network of `ebb plan size`, and the interface that selects the best of many.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "topology/topology.hpp"

namespace ebb::inline planner {

struct Candidate {
  std::string name;                                             ///< in the catalogue
  std::vector<std::pair<std::string, std::string>> parameters;  ///< as written in a file
  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Topology> quick;  ///< its closed forms may lack bisection and diameter
};

/// Selects the best network of a family. There are many shapes, so each is checked before it is made.
struct CandidateSink {
  virtual ~CandidateSink() = default;
  /// True when a network of this many switches may still be better than the best so far.
  virtual bool cheap_enough(std::int64_t switches) const = 0;
  /// True when that holds, and its ideal throughput is enough.
  virtual bool wants(std::int64_t switches, double throughput) = 0;
  /// The candidate holds the hosts, and fits the ports of the switch.
  virtual void take(const Candidate& candidate) = 0;
};

}  // namespace ebb::inline planner
