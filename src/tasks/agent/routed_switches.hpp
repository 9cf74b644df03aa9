// The routers of an inventory as the agent's drivers: ports by their kernel, routes by FRR, power by commands
// of the inventory.
#pragma once

#include <memory>
#include <vector>

#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/ports/powered_ports.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/routed/frr_ports.hpp"
#include "fabric/routed/frr_routers.hpp"
#include "fabric/routed/frr_routes.hpp"
#include "network/network.hpp"

namespace ebb::inline tasks {

class RoutedSwitches {
 public:
  /// Both outlive this. Without power commands, routers stay on.
  RoutedSwitches(const Network& network, const Inventory& inventory, bool with_power);

  std::vector<PortDriver*> ports() const;  ///< in the order of the plan
  /// To be destroyed before this.
  std::unique_ptr<RouteDriver> make_routes() const;

 private:
  const Network& network_;
  FrrRouters for_ports_, for_routes_;  ///< two, because a router runs one command at a time
  std::vector<std::unique_ptr<FrrPorts>> ports_;
  std::vector<std::unique_ptr<PoweredPorts>> powered_;  ///< by switch; null: it stays on
};

}  // namespace ebb::inline tasks
