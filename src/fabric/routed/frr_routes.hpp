// The routes of a network of routers that run FRR, for the agent: cables leave them by the metrics of the
// routing protocol, and come back with a proof. A change reads first what the routers show, so that it also
// continues after a crash. A separate thread does the work, because routing takes seconds.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/routed/drain_plan.hpp"
#include "fabric/routed/route_watch.hpp"
#include "fabric/routed/routed_network.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class FrrRoutes final : public RouteDriver {
 public:
  enum class Work : std::uint8_t { at_once, by_a_thread };

  /// The network and the routers, by switch, outlive this. Its thread is the only user of these routers: one
  /// that the agent's ports share would run two commands at a time.
  FrrRoutes(const Network& network, std::vector<PlannedRouter> routers, RouteLimits limits, Work work);
  ~FrrRoutes() override;

  void change_routes(const RouteOrder& order) override;
  std::optional<Problems> result() override;
  void exclude(const std::vector<bool>& gone) override;
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
  Problems still_used(const std::vector<PortId>& leaving) const;
  void work(const std::stop_token& stop);

  const Network& network_;
  const RouteLimits limits_;

  std::mutex mutex_;  ///< guards the members below, up to the thread's own
  std::condition_variable_any changed_;
  std::optional<RouteOrder> wanted_;
  std::vector<bool> gone_;  ///< by switch
  std::optional<Problems> ended_;

  // Used by the thread only:
  RoutedNetwork routers_;
  RouteWatch watch_;
  std::vector<bool> may_sleep_;  ///< by switch: drained as a whole, so that its silence is no problem
  const bool by_thread_;
  std::jthread thread_;  ///< last, so that it ends before the other members
};

}  // namespace ebb::inline fabric
