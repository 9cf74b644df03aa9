// The routers of an inventory, each with the shell that reaches it.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "fabric/inventory/inventory.hpp"
#include "fabric/routed/frr_router.hpp"
#include "fabric/routed/routed_network.hpp"

namespace ebb::inline fabric {

class FrrRouters {
 public:
  /// A command that takes longer than the limit has failed.
  explicit FrrRouters(const Inventory& inventory, std::chrono::milliseconds limit = router_limit) {
    for (const InventorySwitch& entry : inventory.switches) {
      shells_.push_back(std::make_unique<CommandShell>(entry.command, limit));
      routers_.push_back(
          std::make_unique<FrrRouter>(entry.name, *shells_.back(), entry.protocol, entry.vtysh));
      planned_.push_back({routers_.back().get(), entry.ports});
    }
  }
  /// In the order of the plan.
  const std::vector<PlannedRouter>& planned() const { return planned_; }

 private:
  std::vector<std::unique_ptr<CommandShell>> shells_;
  std::vector<std::unique_ptr<FrrRouter>> routers_;
  std::vector<PlannedRouter> planned_;
};

}  // namespace ebb::inline fabric
