#include "fabric/routed/frr_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "fabric/routed/route_probes.hpp"

namespace ebb::inline fabric {
namespace {

/// Those of the ports that a plan drains by their cost.
std::vector<PortId> of_plan(const std::vector<PortId>& ports, const DrainPlan& plan) {
  std::vector<PortId> some;
  std::ranges::copy_if(ports, std::back_inserter(some), [&](PortId p) { return plan.ports[p]; });
  return some;
}

}  // namespace

FrrRoutes::FrrRoutes(const Network& network, std::vector<PlannedRouter> routers, RouteLimits limits,
                     RouteWork how)
    : network_(network),
      limits_(limits),
      routers_(network, std::move(routers)),
      watch_(routers_, limits, [this] { return read(); }),
      may_sleep_(network.switches(), false),
      mailbox_(network.switches(), how,
               {.change = [this](const RouteOrder& order) { return bring(order); }}) {
  watch_.stop_with(mailbox_.stop());
}

Problems FrrRoutes::read() { return routers_.read(mailbox_.gone(), may_sleep_); }

/// What leaves is drained before what returns is used, so that no packet meets both. Before either, all
/// kernels must forward as they should: a change on top of a fault would lose packets.
Problems FrrRoutes::bring(const RouteOrder& order) {
  if (Problems problems = order_problems(network_, order); !problems.empty()) return problems;
  const DrainPlan plan = drain_plan(network_, order.routes);
  may_sleep_ = plan.routers;
  if (Problems problems = read(); !problems.empty()) return problems;
  const DrainPlan now = advertised(plan);
  const std::vector<PortId> leaving = only_in(network_, plan, now), returning = only_in(network_, now, plan);
  if (Problems problems = watch_.await_adjacent(returning); !problems.empty()) return problems;
  Problems problems = watch_.await_kernels(limits_.routes, "routes before the change");
  if (!problems.empty()) {
    undo_return(problems, plan, now);
    return problems;
  }
  if (!leaving.empty()) problems = leave(now, plan, leaving);
  if (!problems.empty()) {
    undo(plan, now, false);
    return problems;
  }
  if (returning.empty()) return apply(now, plan, false);
  problems = come_back(now, plan, returning);
  if (!problems.empty()) undo_return(problems, plan, now);
  return problems;
}

/// Cables are raised first: who has another path of equal cost leaves before the two ends look for a detour,
/// which may lead back to who sent the packet.
Problems FrrRoutes::leave(const DrainPlan& now, const DrainPlan& plan, const std::vector<PortId>& leaving) {
  const std::vector<PortId> cables = of_plan(leaving, plan);
  Problems problems = set_costs(cables, PortCost::raised);
  if (problems.empty() && !cables.empty()) problems = watch_.await_kernels(limits_.drain, "drain");
  if (problems.empty()) problems = apply(now, plan, true);
  if (problems.empty()) problems = read();
  if (problems.empty()) problems = still_used(leaving);
  if (problems.empty()) problems = watch_.await_kernels(limits_.drain, "drain");
  return problems;
}

Problems FrrRoutes::come_back(const DrainPlan& now, const DrainPlan& plan,
                              const std::vector<PortId>& returning) {
  const std::vector<PortId> cables = of_plan(returning, now);
  Problems problems = set_costs(cables, PortCost::raised);
  if (problems.empty() && !cables.empty()) problems = watch_.await_kernels(limits_.routes, "routes");
  if (problems.empty()) problems = apply(now, plan, false);
  if (problems.empty()) problems = watch_.await_kernels(limits_.routes, "routes");
  if (problems.empty()) problems = probe_cables(routers_, returning);
  return problems;
}

/// A port that is off shows no cost: it is taken for what the plan wants.
DrainPlan FrrRoutes::advertised(const DrainPlan& plan) const {
  DrainPlan now = plan;
  for (SwitchId s = 0; s < network_.switches(); ++s) {
    if (!routers_.views()[s].there) continue;
    now.routers[s] = routers_.views()[s].drained;
    const auto& ports = routers_.reading(s).ports;
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      if (const auto found = ports.find(routers_.interface(p));
          joins_switches(network_, p) && found != ports.end())
        now.ports[p] = routers_.protocol() == RoutingProtocol::ospf ? found->second.cost >= ospf_drain
                                                                    : found->second.cost > 1;
  }
  return now;
}

Problems FrrRoutes::set_costs(const std::vector<PortId>& ports, PortCost cost) {
  Problems problems;
  for (const PortId p : ports) {
    const RouterReading& reading = routers_.reading(network_.owner[p]);
    if (!reading.ports.contains(routers_.interface(p))) continue;  // it is off
    for (const Problem& problem : routers_.router_of(p).set_cost(routers_.interface(p), cost, reading))
      problems.push_back(problem);
  }
  return problems;
}

/// Makes the changes from one plan to another that drain, or those that end a drain.
Problems FrrRoutes::apply(const DrainPlan& from, const DrainPlan& to, bool drains) {
  Problems problems;
  for (SwitchId s = 0; s < network_.switches(); ++s)
    if (routers_.views()[s].there && from.routers[s] != to.routers[s] && to.routers[s] == drains)
      for (const Problem& problem : routers_.router(s).drain(drains)) problems.push_back(problem);
  std::vector<PortId> ports;
  for (PortId p = 0; p < network_.switch_ports(); ++p)
    if (from.ports[p] != to.ports[p] && to.ports[p] == drains) ports.push_back(p);
  for (const Problem& problem : set_costs(ports, drains ? PortCost::drained : PortCost::usual))
    problems.push_back(problem);
  return problems;
}

/// As far as routers answer; the next change reads what became of it.
void FrrRoutes::undo(const DrainPlan& plan, const DrainPlan& before, bool drains) {
  read();
  apply(plan, before, drains);
}

/// What was to return is drained again. A next hop that a kernel lacks does not come by waiting: FRR is made
/// to install it again. Groups that nothing uses while the cable is drained are made anew, too.
void FrrRoutes::undo_return(Problems& problems, const DrainPlan& plan, const DrainPlan& now) {
  const auto fault = watch_.take_kernel_fault();
  Problems failed;
  if (fault && fault->in_group) failed = forget_groups();
  undo(plan, now, true);
  if (!fault) return;
  for (const Problem& problem : install_again(fault->port, only_in(network_, now, plan)))
    failed.push_back(problem);
  problems.back().what += "; FRR is made to install it again";
  problems.insert(problems.end(), failed.begin(), failed.end());
}

/// FRR gives a route to its kernel again only when the route changes: by a new adjacency where nothing
/// crosses the cable, else by a cost that leads packets away for a moment.
Problems FrrRoutes::install_again(PortId port, const std::vector<PortId>& drained) {
  if (std::ranges::find(drained, port) != drained.end()) {
    if (!watch_.await_unused(drained)) return {};
    watch_.pause(limits_.forget);
    return keep_away(port);
  }
  const std::vector<PortId> ends = {port, network_.peer[port]};
  Problems problems = set_costs(ends, PortCost::raised);
  if (problems.empty()) problems = watch_.await_kernels(limits_.drain, "drain");
  watch_.pause(limits_.forget);
  for (const Problem& problem : set_costs(ends, PortCost::usual)) problems.push_back(problem);
  return problems;
}

/// OSPF looks at external routes a second after the others: of a shorter outage zebra hears nothing, although
/// its kernel has dropped them. So the adjacency is reset again and again.
Problems FrrRoutes::keep_away(PortId port) {
  const RouterReading& reading = routers_.reading(network_.owner[port]);
  constexpr std::chrono::milliseconds each{200};
  Problems problems;
  for (std::chrono::milliseconds time{0}; problems.empty() && time <= limits_.away; time += each) {
    if (time.count() > 0) watch_.pause(each);
    problems = routers_.router_of(port).reset_adjacency(routers_.interface(port), reading);
  }
  return problems;
}

/// On all routers, because those that use the same cable have the same fault.
Problems FrrRoutes::forget_groups() {
  Problems problems;
  for (SwitchId s = 0; s < network_.switches(); ++s)
    if (routers_.views()[s].there)
      for (const Problem& problem : routers_.router(s).forget_groups()) problems.push_back(problem);
  return problems;
}

/// Before the kernels are waited for: OSPF uses a drained link where nothing else is left.
Problems FrrRoutes::still_used(const std::vector<PortId>& leaving) const {
  const PrefixOwners owners = routers_.owners();
  const RouteModel model(network_, routers_.views());
  for (const PortId p : leaving)
    if (model.uses(p, owners))
      return {{routers_.router_of(p).name(),
               fmt::format("port {} has to carry packets even when it is drained: no other path is left",
                           routers_.interface(p)),
               "it stays on; links elsewhere may be down"}};
  return {};
}

}  // namespace ebb::inline fabric
