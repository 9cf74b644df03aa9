#include "fabric/agent/switch_watch.hpp"

#include <vector>

#include "network/twin_switches.hpp"

namespace ebb::inline fabric {

SwitchWatch::SwitchWatch(const AgentContext& context, const SwitchPoller& poller, const Policy* policy)
    : context_(context), poller_(poller) {
  if (policy && policy->requirements().switches)
    plan_ = SwitchPlan(switch_groups_of(twin_switches(context.network)), context.network.switches(), *policy,
                       0, true);
}

void SwitchWatch::close(const CableSet& loaded, const std::function<bool(PortId)>& is_off) {
  if (!plan_.is_due(context_.now)) return;
  const Network& network = context_.network;
  std::vector<std::int64_t> seen(plan_.numbers());
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    if (!joins_switches(network, p)) continue;
    const SwitchId from = network.owner[p], to = network.owner[network.peer[p]];
    const auto bytes = static_cast<std::int64_t>(poller_.counters(p).bytes.sum());
    if (plan_.is_member(to))
      seen[plan_.bytes_to(to, from)] += bytes;
    else if (plan_.is_member(from))
      seen[plan_.bytes_from(from, to)] += bytes;
    else
      continue;
    const SwitchId member = plan_.is_member(to) ? to : from;
    if (is_off(p))
      ++seen[plan_.ends_off(member)];
    else if (loaded.has(p))
      ++seen[plan_.ends_on(member)];
  }
  plan_.close(context_.now, seen);
}

StageView SwitchWatch::stage_of(PortId port) const {
  StageView view;
  if (!joins_switches(context_.network, port)) return view;
  for (const PortId end : {context_.network.peer[port], port})
    if (const SwitchId s = context_.network.owner[end]; plan_.is_member(s)) {
      view.stage = 1, view.switch_sleeps = plan_.leaves(s);
      return view;
    }
  return view;
}

}  // namespace ebb::inline fabric
