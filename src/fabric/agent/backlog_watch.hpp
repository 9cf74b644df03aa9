// Which ports have a queue. Counters do not show queues, so a port counts as backlogged when it has sent
// about as much as its rate allows for a second. Dynamic topologies depend on it: a simulated routing weighs
// the bytes that join a long queue because their own cable is off.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/agent_context.hpp"
#include "fabric/agent/switch_poller.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class BacklogWatch {
 public:
  explicit BacklogWatch(const AgentContext& context)
      : context_(context), marks_(context.network.switch_ports()) {}

  /// Call after each poll. `rate_of` returns the rate of a port; 0: it is off.
  void look(const SwitchPoller& poller, const std::function<BitsPerSecond(PortId)>& rate_of);
  bool is_backlogged(PortId port) const { return marks_[port].backlogged; }

 private:
  struct Mark {
    std::uint64_t bytes = 0;
    BitsPerSecond rate{};
    bool backlogged = false;
  };
  const AgentContext& context_;
  std::vector<Mark> marks_;  ///< by port of a switch
  Picoseconds marked_at_{};
};

}  // namespace ebb::inline fabric
