// The interface that receives what the agent decides and does.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "results/decisions.hpp"

namespace ebb::inline fabric {

class AgentLog {
 public:
  virtual ~AgentLog() = default;

  /// A decision that changes the requested level of a channel.
  virtual void decided(const DecisionRecord& record) = 0;
  /// An event that an operator wants to know.
  virtual void happened(Picoseconds at, const std::string& what) = 0;
  /// An action of the agent; in a dry run, one that it would have taken.
  virtual void did(Picoseconds at, const std::string& what) { happened(at, what); }
  /// Stores which cables are about to go off, by their lower port. The record must be durable before they go
  /// off, because the next agent switches them on again after a crash. When it cannot be written, the cables
  /// stay on.
  virtual Problems keep_off(const std::vector<PortId>& cables) = 0;
};

}  // namespace ebb::inline fabric
