#include "tasks/fabric/regulate_task.hpp"

#include <fmt/format.h>

#include <chrono>
#include <numeric>

#include "base/quantity.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/ports/openflow_ports.hpp"
#include "fabric/agent/ports/port_cables.hpp"
#include "fabric/agent/ports/port_shaper.hpp"
#include "fabric/agent/ports/snmp_ports.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/rollout/journal.hpp"
#include "fabric/rollout/regulation.hpp"
#include "fabric/rollout/rollout.hpp"
#include "fabric/snmp/tree_vlans.hpp"
#include "fabric/snmp/verify_vlans.hpp"
#include "network/network.hpp"
#include "rules/trees/tree_plan.hpp"
#include "rules/trees/trunks.hpp"
#include "tasks/fabric/snmp_access.hpp"
#include "tasks/fabric/snmp_trunks.hpp"

namespace ebb::inline tasks {
namespace {

struct RealPorts {
  std::unique_ptr<PortShaper> shaper = std::make_unique<PortShaper>();  ///< drivers refer to it
  std::vector<std::unique_ptr<PortDriver>> all;
  std::vector<PortDriver*> drivers;
  void add(std::unique_ptr<PortDriver> driver) {
    drivers.push_back(driver.get());
    all.push_back(std::move(driver));
  }
};

Result<RealPorts> ports_of(const FabricSession& session) {
  RealPorts ports;
  for (std::size_t s = 0; s < session.inventory.switches.size(); ++s) {
    const InventorySwitch& entry = session.inventory.switches[s];
    if (entry.snmp.empty()) {
      auto driver = std::make_unique<OpenFlowPorts>(entry.name, entry.openflow, session.ports[s]);
      driver->shape_by(*ports.shaper, full_rates(session.network(), static_cast<SwitchId>(s)));
      ports.add(std::move(driver));
      continue;
    }
    auto asked = open_snmp(session.inventory, session.inventory_path, entry);
    if (!asked) return asked.problems();
    ports.add(std::make_unique<SnmpPorts>(entry.name, std::move(*asked), entry.ports));
  }
  return ports;
}

/// Reads "s0-s1=100Mb/s" as steps.
Result<std::vector<RegulationStep>> rate_steps(const FabricSession& session, const std::string& text) {
  const TreePlan& trees = *session.trees;
  const std::size_t equals = text.find('=');
  const auto rate = parse_rate(equals == std::string::npos ? "" : text.substr(equals + 1));
  if (!rate || rate->v <= 0)
    return Problem{"--rate", fmt::format("cannot be read: \"{}\"", text),
                   "write s0-s1=100Mb/s for all links between two switches"};
  const auto without = links_in_use(session.network(), trees.trunks, {text.substr(0, equals)});
  if (!without) return Problem{"--rate", without.problems()[0].what, without.problems()[0].hint};
  TrunkId trunk = 0;
  while ((*without)[trunk] == trees.trunks[trunk].links()) ++trunk;
  if (trees.links[trunk] == 0)
    return Problem{"--rate", fmt::format("\"{}\": these links are off", text), "take them out of trees.off"};
  return plan_rate(session.network(), trees.trunks, trees.links, trees.paths, trunk, *rate);
}

/// Remembers when each step of the plan begins. Rollouts have steps of their own.
class StepClock final : public RolloutClock {
 public:
  explicit StepClock(std::vector<std::string> steps) : steps_(std::move(steps)) {}
  void step(std::string_view text) override {
    if (begun_.size() < steps_.size() && text == steps_[begun_.size()]) begun_.push_back(seconds());
  }
  double begin_of(std::size_t i) const { return i < begun_.size() ? begun_[i] : seconds(); }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  const std::vector<std::string> steps_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<double> begun_;
};

Table step_table(const std::vector<std::string>& steps, const StepClock& clock, std::string title) {
  Table table{.title = std::move(title),
              .columns = {{"step", "step", "", Align::left},
                          {"begin_s", "begins", "s", Align::right, 2},
                          {"time_s", "takes", "s", Align::right, 2}},
              .rows = {}};
  for (std::size_t i = 0; i < steps.size(); ++i)
    table.add({steps[i], clock.begin_of(i), clock.begin_of(i + 1) - clock.begin_of(i)});
  return table;
}

/// Does the steps and fills `regulated.done`.
Problems do_steps(FabricSession& session, const RegulateOptions& options, PortCables& cables,
                  const std::vector<RegulationStep>& steps, Regulated& regulated) {
  StepClock clock(regulated.planned);
  auto journal = Journal::open(session.journal);
  if (!journal) return journal.problems();
  RegulatedNetwork network{session.network(), session.switches(), cables, *journal, clock, session.ports};
  network.settings = session.rollout_settings(options.drain), network.file = session.file->path;
  if (session.by_snmp())
    network.loading = {[&](const TreePlan& plan, std::uint32_t version, std::uint32_t slot) {
                         return tree_vlan_programs(session.network(), plan, session.ports, version, slot);
                       },
                       [&](const std::vector<SwitchProgram>& loaded) {
                         return verify_vlans(session.network(), session.switches(), loaded, session.ports);
                       }};
  const RegulationReport report = regulate(network, steps);
  const auto links = std::accumulate(session.trees->links.begin(), session.trees->links.end(), 0u);
  regulated.done = step_table(report.done, clock,
                              fmt::format("{}: {} links on, {} pairs {}", session.file->path, links,
                                          report.probes, session.by_snmp() ? "followed" : "probed"));
  regulated.problems = report.problems;
  return {};
}

}  // namespace

Problems check_regulation(const FabricSession& session, const RegulateOptions& options) {
  if (!session.trees)
    return {
        {session.file->path, "loads no VLAN trees, so no path can be moved", "set load = true in [trees]"}};
  Problems problems;
  for (const std::string& text : options.rates)
    if (const auto steps = rate_steps(session, text); !steps)
      problems.insert(problems.end(), steps.problems().begin(), steps.problems().end());
  return problems;
}

Result<Regulated> regulate_fabric(FabricSession& session, const RegulateOptions& options) {
  if (Problems problems = check_regulation(session, options); !problems.empty()) return problems;
  if (Problems problems = session.find_all_ports(); !problems.empty()) return problems;
  if (Problems problems = trunk_problems(session); !problems.empty()) return problems;
  const auto ports = ports_of(session);
  if (!ports) return ports.problems();
  PortCables cables(session.network(), ports->drivers);
  const auto on = cables.all_on();
  if (!on) return on.problems();
  const TreePlan& trees = *session.trees;
  auto steps = plan_cables(trees.trunks, *on, trees.links, trees.paths);
  for (const std::string& text : options.rates) {
    const auto more = rate_steps(session, text);
    steps.insert(steps.end(), more->begin(), more->end());
  }
  Regulated regulated;
  for (const RegulationStep& step : steps) regulated.planned.push_back(step_text(trees.trunks, step));
  if (options.only_plan) return regulated;
  if (Problems problems = do_steps(session, options, cables, steps, regulated); !problems.empty())
    return problems;
  return regulated;
}

}  // namespace ebb::inline tasks
