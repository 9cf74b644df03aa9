// The routes of a network of routers that run FRR, for the agent: cables leave them by the metrics of the
// routing protocol, and come back with a proof. A change reads first what the routers show, so that it also
// continues after a crash.
#pragma once

#include <optional>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/route_mailbox.hpp"
#include "fabric/routed/drain_plan.hpp"
#include "fabric/routed/route_watch.hpp"
#include "fabric/routed/routed_network.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class FrrRoutes final : public RouteDriver {
 public:
  /// The network and the routers, by switch, outlive this. Its thread is the only user of these routers: one
  /// that the agent's ports share would run two commands at a time.
  FrrRoutes(const Network& network, std::vector<PlannedRouter> routers, RouteLimits limits, RouteWork work);

  void change_routes(const RouteOrder& order) override { mailbox_.change(order); }
  std::optional<Problems> result() override { return mailbox_.result(); }
  void exclude(const std::vector<bool>& gone) override { mailbox_.exclude(gone); }
  /// Hellos, keepalives and their acknowledgements; BFD is off by default, and sends more.
  double background_frames() const override { return 40; }

 private:
  Problems bring(const RouteOrder& order);
  DrainPlan advertised(const DrainPlan& plan) const;
  Problems leave(const DrainPlan& now, const DrainPlan& plan, const std::vector<PortId>& leaving);
  Problems come_back(const DrainPlan& now, const DrainPlan& plan, const std::vector<PortId>& returning);
  Problems read();
  Problems set_costs(const std::vector<PortId>& ports, PortCost cost);
  Problems apply(const DrainPlan& from, const DrainPlan& to, bool drains);
  void undo(const DrainPlan& plan, const DrainPlan& before, bool drains);
  void undo_return(Problems& problems, const DrainPlan& plan, const DrainPlan& now);
  Problems install_again(PortId port, const std::vector<PortId>& drained);
  Problems keep_away(PortId port);
  Problems forget_groups();
  Problems still_used(const std::vector<PortId>& leaving) const;

  const Network& network_;
  const RouteLimits limits_;

  // Used by the thread only:
  RoutedNetwork routers_;
  RouteWatch watch_;
  std::vector<bool> may_sleep_;  ///< by switch: drained as a whole, so that its silence is no problem

  RouteMailbox mailbox_;
};

}  // namespace ebb::inline fabric
