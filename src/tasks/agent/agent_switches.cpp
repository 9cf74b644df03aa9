#include "tasks/agent/agent_switches.hpp"

#include "fabric/agent/ports/dry_run.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/agent/rollout_tables.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/openflow/program.hpp"

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
  if (fabric.inventory.is_routed())
    routed_ = std::make_unique<RoutedSwitches>(session_.network(), fabric.inventory, !options.dry_run);
  else
    open_ports(options);
  if (options.dry_run)
    for (PortDriver* driver : ports()) dry_.push_back(std::make_unique<DryPorts>(*driver));
  tables_ = std::make_unique<DetourTables>(session_.network(), programs_of(fabric), fabric.ports);
  if (!options.dry_run) return open_routes(options);
  routes_ = std::make_unique<DryTables>(*tables_);
  return {};
}

void AgentSwitches::open_ports(const AgentOptions& options) {
  const FabricSession& fabric = session_.fabric;
  for (const auto& driver : fabric.drivers) driver->stop_with(stop_.get_token());
  for (std::size_t s = 0; s < fabric.inventory.switches.size(); ++s) {
    const InventorySwitch& entry = fabric.inventory.switches[s];
    ports_.push_back(std::make_unique<OpenFlowPorts>(entry.name, entry.openflow, fabric.ports[s]));
    if (options.sets_rates)
      ports_.back()->shape_by(shaper_, full_rates(session_.network(), static_cast<SwitchId>(s)));
  }
  for (const SwitchId s : unnumbered_) ports_[s]->find_by(fabric.inventory.switches[s].ports);
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
  RolloutSettings settings;
  settings.drain = options.drain;
  settings.at_a_time = switches_at_a_time;
  settings.stop = stop_.get_token();
  rollout_ = std::make_unique<Rollout>(fabric.switches(), *journal_, clock_, settings);
  routes_ = std::make_unique<RolloutTables>(session_.network(), *tables_, fabric.switches(), *rollout_,
                                            fabric.about(), RolloutTables::Work::by_a_thread,
                                            session_.control->policy->requirements().topology
                                                ? RolloutTables::Diverted::counted
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
  std::erase_if(unnumbered_, [&](SwitchId s) {
    if (!ports_[s]->found()) return false;
    FabricSession& fabric = session_.fabric;
    fabric.ports[s] = *ports_[s]->found();
    ports_[s]->use(fabric.ports[s]);
    tables_->renumber(programs_of(fabric), fabric.ports);
    return true;
  });
}

}  // namespace ebb::inline tasks
