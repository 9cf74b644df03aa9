// Whole switches that sleep in a simulation: what the plan sees of their cables, and what their channels see
// of the plan. The plan changes between windows only. Every rank has the same one.
#pragma once

#include "engine/exchange/exchange.hpp"
#include "engine/model/network_state.hpp"
#include "engine/model/switch_view.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "power/control/switch_plan.hpp"

namespace ebb::inline engine {

/// Lets the plan decide if it is time; `now` is the start of a window. Null: there is one rank.
void close_switch_plan(NetworkState& m, std::int64_t now, Exchange* exchange);

/// Returns the switch at an end of a channel that may sleep: the one that it leads to before its own; no_id:
/// there is none.
inline SwitchId sleeper_of(const NetworkState& m, PortId channel) {
  const PortId peer = m.network.peer[channel];
  if (m.network.is_host_port(channel) || m.network.is_host_port(peer)) return no_id;
  const SwitchPlan& plan = m.control.switch_plan;
  if (plan.is_member(m.network.owner[peer])) return m.network.owner[peer];
  return plan.is_member(m.network.owner[channel]) ? m.network.owner[channel] : no_id;
}

/// Says whether the routing of a switch may use a channel, as far as whole switches sleep.
inline bool leads_to_carrier(const NetworkState& m, PortId channel) {
  if (!m.control.switch_plan.in_use()) return true;
  const SwitchId to = sleeper_of(m, channel);
  return to == no_id || to == m.network.owner[channel] || m.control.switch_plan.carries(to);
}

/// Says whether all neighbours of a switch have requested that its cables go off. Each requests that only
/// when all that it has sent has left the switch's input, so nothing will come any more.
inline bool is_left(const SwitchView& context) {
  for (std::uint16_t port = 0; port < context.state.network.ports_of(context.id); ++port)
    if (context.state.control.channels[context.channel_at(port)].other != 0) return false;
  return true;
}

/// Returns what a channel sees of the plan. The channels of a switch that is to sleep go off after those that
/// lead to it.
inline StageView sleep_stage(const SwitchView& context, PortId channel) {
  StageView view;
  const SwitchId s = sleeper_of(context.state, channel);
  if (s == no_id) return view;
  view.stage = 1;
  view.switch_sleeps = context.state.control.switch_plan.leaves(s) && (s != context.id || is_left(context));
  return view;
}

}  // namespace ebb::inline engine
