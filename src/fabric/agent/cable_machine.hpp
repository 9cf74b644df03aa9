// The phases of every cable between switches, off and on again. Off: first the rules avoid the cable, then it
// drains, then its ports go down. On: first its ports come up, then the rules use it. The cables that the
// agent switches off are recorded before their ports go down.
#pragma once

#include <string_view>
#include <vector>

#include "fabric/agent/cable_state.hpp"
#include "fabric/agent/rate_setter.hpp"
#include "fabric/agent/table_synchroniser.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class CableMachine {
 public:
  /// The parts that a cable's phase depends on, or that follow it.
  struct Parts {
    const SwitchPoller& poller;
    TableSynchroniser& tables;
    ChannelPolicies& policies;
    RateSetter& rates;
  };
  CableMachine(const AgentContext& context, Parts parts);

  /// Takes the next step of a cable in a change, and keeps a cable in a stable phase in its correct state.
  /// Returns why the cable may not go off and is a route again; empty: it was not refused.
  std::string_view advance(CableState& cable);

  /// Starts the way off: new tables avoid the cable.
  void leave(CableState& cable) { leave_routes(cable, CablePhase::leaving); }
  /// Ends the way off: new tables use the cable again.
  void join_routes(CableState& cable);
  /// Starts the way on: its ports are switched on.
  void rise(CableState& cable);
  /// Before the first step: cables that an earlier agent left off. They come on first.
  void left_off(const std::vector<PortId>& cables);
  /// The ports of this switch may have come on by themselves.
  void forget_port_states(SwitchId s);

  std::vector<CableState>& all() { return cables_; }
  const std::vector<CableState>& all() const { return cables_; }
  CableState& of(PortId port) { return cables_[cable_of_[port]]; }
  const CableState& of(PortId port) const { return cables_[cable_of_[port]]; }
  bool any_failed() const;
  /// By switch: true when one of its cables is on its way on or off, or has failed.
  std::vector<bool> changing_switches() const;
  /// True when no more can be done for the cable: it is on, or it cannot come on.
  bool is_settled(const CableState& cable) const;
  /// The cables that the agent itself has switched off, by their lower port.
  std::vector<PortId> off_by_us() const;
  /// How often another party switched a cable on that was off.
  std::uint64_t switched_on_by_others() const { return switched_on_by_others_; }

  /// Cables that could be routes, on or off.
  CableSet alive() const;
  /// Cables that carry frames now, or will after a change of tables that no frame has to wait for.
  CableSet working_routes() const;
  /// True when hosts are disconnected until a link comes up that should be up shortly. A change of tables
  /// takes longer than that link, so it waits.
  bool link_is_near() const;

 private:
  void enter(CableState& cable, CablePhase phase);
  void leave_routes(CableState& cable, CablePhase phase);
  void lose(CableState& cable);
  std::string_view refuse(CableState& cable, std::string_view why);
  std::string_view drain(CableState& cable);
  std::string_view go_down(CableState& cable);
  void stay_off(CableState& cable);
  void await_link(CableState& cable);
  void await_calm_link(CableState& cable);
  void return_to_routes(CableState& cable);
  void enable(const CableState& cable, bool on);
  void see_enabled(CableState& cable);
  void count_as_on(const CableState& cable);

  const AgentContext& context_;
  Parts parts_;
  std::vector<CableState> cables_;
  std::vector<std::size_t> cable_of_;  ///< by port between switches
  std::uint64_t switched_on_by_others_ = 0;
};

}  // namespace ebb::inline fabric
