#include "fabric/lab/lab_regulator.hpp"

#include "fabric/inventory/cabling.hpp"
#include "fabric/trees/read_trees.hpp"

namespace ebb::inline fabric {

Result<std::unique_ptr<LabRegulator>> LabRegulator::open(const LabNames& names, const Network& network) {
  const auto inventory = read_inventory(names.file("inventory.toml"), network);
  if (!inventory) return inventory.problems();
  std::unique_ptr<LabRegulator> regulator(new LabRegulator(names, network));
  if (Problems problems = regulator->open_switches(*inventory); !problems.empty()) return problems;
  return regulator;
}

Problems LabRegulator::open_switches(const Inventory& inventory) {
  std::vector<PortDriver*> ports;
  for (const InventorySwitch& entry : inventory.switches) {
    drivers_.push_back(std::make_unique<OvsDriver>(entry, inventory.tls));
    auto numbers = find_ports(*drivers_.back(), entry);
    if (!numbers) return numbers.problems();
    numbers_.push_back(std::move(*numbers));
    ports_.push_back(std::make_unique<OpenFlowPorts>(entry.name, entry.openflow, numbers_.back()));
    ports.push_back(ports_.back().get());
  }
  cables_ = std::make_unique<PortCables>(network_, std::move(ports));
  return {};
}

RegulationReport LabRegulator::regulate(const std::vector<std::string>& off) {
  const auto failed = [](const Problems& problems) { return RegulationReport{{}, 0, problems}; };
  TreesSettings settings;
  settings.off = off;
  auto trees = make_tree_plan(network_, settings);
  if (!trees) return failed(trees.problems());
  const auto on = cables_->all_on();
  if (!on) return failed(on.problems());
  auto journal = Journal::open(names_.file("journal"));
  if (!journal) return failed(journal.problems());
  std::vector<SwitchDriver*> switches;
  for (const auto& driver : drivers_) switches.push_back(driver.get());
  RolloutClock clock;
  RegulatedNetwork network{network_, std::move(switches), *cables_, *journal, clock, numbers_};
  network.settings.at_a_time = 8;  // tools mostly wait for switches
  RegulationReport report =
      ebb::regulate(network, plan_cables(trees->trunks, *on, trees->links, trees->paths));
  trees_ = std::move(*trees);
  return report;
}

}  // namespace ebb::inline fabric
