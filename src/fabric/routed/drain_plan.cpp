#include "fabric/routed/drain_plan.hpp"

namespace ebb::inline fabric {
namespace {

bool leaves_as_a_whole(const Network& network, const CableSet& routes, SwitchId s) {
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
    if (!joins_switches(network, p) || routes.has(p)) return false;
  return network.ports_of(s) > 0;
}

}  // namespace

DrainPlan drain_plan(const Network& network, const CableSet& routes) {
  DrainPlan plan{std::vector<bool>(network.switches(), false),
                 std::vector<bool>(network.switch_ports(), false)};
  for (SwitchId s = 0; s < network.switches(); ++s) plan.routers[s] = leaves_as_a_whole(network, routes, s);
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (joins_switches(network, p) && !routes.has(p))
      plan.ports[p] = !plan.routers[network.owner[p]] && !plan.routers[network.owner[network.peer[p]]];
  return plan;
}

std::vector<PortId> only_in(const Network& network, const DrainPlan& in, const DrainPlan& not_in) {
  const auto drains = [&](const DrainPlan& plan, PortId p) {
    return plan.ports[p] || plan.routers[network.owner[p]] || plan.routers[network.owner[network.peer[p]]];
  };
  std::vector<PortId> ports;
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (joins_switches(network, p) && drains(in, p) && !drains(not_in, p)) ports.push_back(p);
  return ports;
}

Problems order_problems(const Network& network, const RouteOrder& order) {
  if (keeps(network, order.routes, order.promised, 0)) return {};
  return {{"routes", "would cut hosts off that the links in use connect", "leave more links on"}};
}

}  // namespace ebb::inline fabric
