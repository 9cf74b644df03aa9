// Which ports have more to send than they can. Counters do not show queues, so a port counts as backlogged
// when it has sent about as much as its full rate allows for a second. A slower port has a queue only until
// its policy makes it faster. Dynamic topologies depend on it: the bytes that join a long queue because their
// own cable is off weigh more.
#pragma once

#include <cstdint>
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

  /// Call after each poll.
  void look(const SwitchPoller& poller);
  bool is_backlogged(PortId port) const { return marks_[port].backlogged; }

 private:
  struct Mark {
    std::uint64_t bytes = 0;
    bool backlogged = false;
  };
  const AgentContext& context_;
  std::vector<Mark> marks_;  ///< by port of a switch
  Picoseconds marked_at_{};
};

}  // namespace ebb::inline fabric
