// Rows of cables that can replace each other, in a real network: what the channel of a port sees of its row.
// The view is that of simulated channels (engine/control/routes.hpp), but the agent sees a whole row at once.
#pragma once

#include <functional>

#include "fabric/agent/agent_context.hpp"
#include "fabric/agent/cable_set.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline fabric {

class RowWatch {
 public:
  /// `stages` is null where the policy does not change the topology. Everything must outlive it.
  RowWatch(const AgentContext& context, const LinkStages* stages) : context_(context), stages_(stages) {}

  bool in_use() const { return stages_ != nullptr; }
  /// Returns the view of a port's channel, but for its own diverted bytes. `loaded` are the cables that
  /// tables use; `load_of` returns the load of a port's channel.
  StageView stage_of(PortId port, const CableSet& loaded, const std::function<double(PortId)>& load_of) const;

 private:
  bool has_loaded(SwitchId s, const LinkStages::Place& place, std::uint8_t count,
                  const CableSet& loaded) const;

  const AgentContext& context_;
  const LinkStages* stages_;
};

}  // namespace ebb::inline fabric
