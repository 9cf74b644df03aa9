// A network that may be the answer to `ebb plan size`, and who looks for the best of many.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "topology/topology.hpp"

namespace ebb::inline planner {

struct Candidate {
  std::string name;                                             ///< in the catalogue
  std::vector<std::pair<std::string, std::string>> parameters;  ///< as a file writes them
  std::shared_ptr<const Topology> topology;
};

/// Who looks for the best of a family. There are many shapes, so each is first asked about, then made.
struct CandidateSink {
  virtual ~CandidateSink() = default;
  /// Whether a network of so many switches may still be better than what there is.
  virtual bool cheap_enough(std::int64_t switches) const = 0;
  /// Whether that holds, and its ideal throughput is enough.
  virtual bool wants(std::int64_t switches, double throughput) = 0;
  /// Holds the hosts, and fits the ports of the switch.
  virtual void take(const Candidate& candidate) = 0;
};

}  // namespace ebb::inline planner
