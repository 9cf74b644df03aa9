#include "tasks/agent/routed_switches.hpp"

#include "fabric/routed/route_watch.hpp"
#include "fabric/routed/routed_network.hpp"

namespace ebb::inline tasks {
namespace {

/// The agent reads all routers in turn, so that one that hangs delays all others.
constexpr std::chrono::milliseconds reading_limit{2'000};

}  // namespace

RoutedSwitches::RoutedSwitches(const Network& network, const Inventory& inventory, bool with_power)
    : network_(network), for_ports_(inventory, reading_limit), for_routes_(inventory) {
  for (std::size_t s = 0; s < inventory.switches.size(); ++s) {
    const InventorySwitch& entry = inventory.switches[s];
    const PlannedRouter& planned = for_ports_.planned()[s];
    ports_.push_back(std::make_unique<FrrPorts>(*planned.router, planned.ports));
    powered_.push_back(entry.power_off.empty() || !with_power
                           ? nullptr
                           : std::make_unique<PoweredPorts>(
                                 *ports_.back(), static_cast<std::uint32_t>(entry.ports.size()),
                                 PoweredPorts::Commands{.off = entry.power_off, .on = entry.power_on}));
  }
}

std::vector<PortDriver*> RoutedSwitches::ports() const {
  std::vector<PortDriver*> all;
  for (std::size_t s = 0; s < ports_.size(); ++s)
    all.push_back(powered_[s] ? static_cast<PortDriver*>(powered_[s].get()) : ports_[s].get());
  return all;
}

std::unique_ptr<RouteDriver> RoutedSwitches::make_routes() const {
  return std::make_unique<FrrRoutes>(network_, for_routes_.planned(), RouteLimits{}, RouteWork::by_a_thread);
}

}  // namespace ebb::inline tasks
