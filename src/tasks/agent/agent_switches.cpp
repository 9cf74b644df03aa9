#include "tasks/agent/agent_switches.hpp"

#include "fabric/agent/ports/dry_run.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/agent/rollout_tables.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/snmp/tree_routes.hpp"
#include "tasks/fabric/snmp_access.hpp"

namespace ebb::inline tasks {
namespace {

ProgramMaker programs_of(const FabricSession& fabric) {
  ProgramOptions options;
  options.ports = fabric.ports;
  return fabric.file->programs(options);
}

}  // namespace

Problems AgentSwitches::open(const AgentOptions& options) {
  FabricSession& fabric = session_.fabric;
  for (const auto& driver : fabric.drivers) driver->stop_with(stop_.get_token());
  if (fabric.inventory.is_routed())
    routed_ = std::make_unique<RoutedSwitches>(session_.network(), fabric.inventory, !options.dry_run);
  if (!fabric.by_snmp()) open_openflow(options);
  if (fabric.by_snmp())
    if (Problems problems = open_managed(); !problems.empty()) return problems;
  if (options.dry_run)
    for (PortDriver* driver : ports()) dry_.push_back(std::make_unique<DryPorts>(*driver));
  if (!options.dry_run) return open_routes(options);
  routes_ = std::make_unique<DryTables>(*tables_);
  return {};
}

/// Routers have no OpenFlow ports, but proofs use the tables that OpenFlow's switches would have.
void AgentSwitches::open_openflow(const AgentOptions& options) {
  FabricSession& fabric = session_.fabric;
  for (std::size_t s = 0; !routed_ && s < fabric.inventory.switches.size(); ++s) {
    const InventorySwitch& entry = fabric.inventory.switches[s];
    auto ports = std::make_unique<OpenFlowPorts>(entry.name, entry.openflow, fabric.ports[s]);
    if (options.sets_rates)
      ports->shape_by(shaper_, full_rates(session_.network(), static_cast<SwitchId>(s)));
    openflow_.push_back(ports.get());
    ports_.push_back(std::move(ports));
  }
  if (!routed_)
    for (const SwitchId s : unnumbered_) openflow_[s]->find_by(fabric.inventory.switches[s].ports);
  auto tables = std::make_unique<DetourTables>(session_.network(), programs_of(fabric), fabric.ports);
  detours_ = tables.get();
  tables_ = std::move(tables);
}

Problems AgentSwitches::open_managed() {
  const FabricSession& fabric = session_.fabric;
  for (const InventorySwitch& entry : fabric.inventory.switches) {
    auto prepared = prepare_snmp(fabric.inventory, fabric.inventory_path, entry);
    if (!prepared) return prepared.problems();
    auto ports = std::make_unique<SnmpPorts>(entry.name, std::move(*prepared), entry.ports);
    ports->keep_rates();
    managed_.push_back(ports.get());
    ports_.push_back(std::move(ports));
  }
  tables_ = std::make_unique<TreeRoutes>(session_.network(), fabric.file->trees, fabric.ports);
  return {};
}

Problems AgentSwitches::open_routes(const AgentOptions& options) {
  const FabricSession& fabric = session_.fabric;
  auto journal = Journal::open(fabric.journal);
  if (!journal) return journal.problems();
  journal_.emplace(std::move(*journal));
  if (routed_) {
    routes_ = routed_->make_routes();
    return {};
  }
  RolloutSettings settings = fabric.rollout_settings(options.drain);
  settings.stop = stop_.get_token();
  rollout_ = std::make_unique<Rollout>(fabric.switches(), *journal_, clock_, settings);
  routes_ = std::make_unique<RolloutTables>(
      session_.network(), *tables_, fabric.switches(), *rollout_, fabric.about(), RouteWork::by_a_thread,
      session_.control->policy->requirements().topology ? RolloutTables::Diverted::counted
                                                        : RolloutTables::Diverted::not_wanted);
  return {};
}

std::vector<PortDriver*> AgentSwitches::ports() const {
  std::vector<PortDriver*> all;
  if (routed_) all = routed_->ports();
  for (const auto& driver : ports_) all.push_back(driver.get());
  for (std::size_t s = 0; s < dry_.size(); ++s) all[s] = dry_[s].get();
  return all;
}

void AgentSwitches::number_ports() {
  FabricSession& fabric = session_.fabric;
  std::erase_if(unnumbered_, [&](SwitchId s) {
    const auto found = fabric.by_snmp() ? managed_[s]->bridge_ports() : openflow_[s]->found();
    if (!found) return false;
    fabric.ports[s] = *found;
    if (fabric.by_snmp()) return true;
    openflow_[s]->use(fabric.ports[s]);
    detours_->renumber(programs_of(fabric), fabric.ports);
    return true;
  });
}

}  // namespace ebb::inline tasks
