// Who is told what the agent decides and does.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "results/decisions.hpp"

namespace ebb::inline fabric {

class AgentLog {
 public:
  virtual ~AgentLog() = default;

  /// A decision that changes what a channel wants.
  virtual void decided(const DecisionRecord& record) = 0;
  /// Something else that a person wants to know.
  virtual void happened(Picoseconds at, const std::string& what) = 0;
  /// The same of what the agent itself has done; in a dry run, of what it would have.
  virtual void did(Picoseconds at, const std::string& what) { happened(at, what); }
  /// These cables are about to be off, by their lower port. It must last before they are: whoever comes
  /// after a crash switches them on again. They stay on when it cannot be written down.
  virtual Problems keep_off(const std::vector<PortId>& cables) = 0;
};

}  // namespace ebb::inline fabric
