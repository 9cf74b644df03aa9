#include "fabric/rollout/regulation.hpp"

#include <fmt/format.h>

#include "fabric/openflow/version_slot.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {
namespace {

using Kind = RegulationStep::Kind;

class Regulator {
 public:
  explicit Regulator(RegulatedNetwork& to)
      : to_(to),
        trunks_(to.network),
        addresses_(address_plan(*block_routing(to.network), Organisation::per_switch)) {
    for (HostId h = 0; h < to.network.hosts; ++h) macs_.push_back(mac_of(addresses_.address(h)));
  }

  RegulationReport run(const std::vector<RegulationStep>& steps) {
    for (const RegulationStep& step : steps) {
      const std::string text = step_text(trunks_, step);
      to_.clock.step(text);
      Problems problems = step.kind == Kind::lead_paths ? lead_paths(step) : change_cables(step);
      if (!problems.empty()) {
        report_.problems = std::move(problems);
        return std::move(report_);
      }
      report_.done.push_back(text);
    }
    return std::move(report_);
  }

 private:
  Problems lead_paths(const RegulationStep& step) {
    const auto plan = make_tree_plan(to_.network, step.links, *step.paths, TreePacking::least,
                                     {first_vlan_of_slot(0), most_trees_of_version});
    if (!plan) return plan.problems();
    if (!plan->cycle.empty())
      return {{"paths",
               fmt::format("can deadlock: these channels wait for each other in a cycle: {}",
                           fmt::join(plan->cycle, ", ")),
               "use paths that go up before they go down"}};
    std::vector<SwitchProgram> loaded;
    const Rollout::Target target = [&](std::uint32_t version, std::uint32_t slot) {
      return loaded = programs(*plan, version, slot);
    };
    RolloutAbout about;
    about.file = to_.file, about.organisation = "vlan_trees";
    if (!to_.loading.programs)
      for (const std::uint64_t mac : macs_) about.addresses.push_back(mac_text(mac));
    const auto outcome = Rollout(to_.switches, to_.journal, to_.clock, to_.settings).deploy(about, target);
    if (!outcome) return outcome.problems();
    for (SwitchProgram& program : loaded) sort_program(program);
    const VerifyReport verified =
        to_.loading.verify
            ? to_.loading.verify(loaded)
            : verify_tables(to_.network, to_.switches, loaded, to_.ports, macs_, to_.most_pairs, to_.clock);
    report_.probes += verified.pairs;
    return verified.problems;
  }
  std::vector<SwitchProgram> programs(const TreePlan& plan, std::uint32_t version, std::uint32_t slot) const {
    if (to_.loading.programs) return to_.loading.programs(plan, version, slot);
    ProgramOptions options;
    options.version = version, options.ports = to_.ports;
    return tree_programs(to_.network, plan, addresses_, options, slot, first_vlan_of_slot(slot));
  }

  /// Verifies each cable before it changes the next one.
  Problems change_cables(const RegulationStep& step) {
    for (const PortId port : step.cables) {
      Problems problems = step.kind == Kind::set_rate
                              ? to_.cables.set_rate(port, step.rate)
                              : to_.cables.switch_on(port, step.kind == Kind::switch_on);
      if (problems.empty()) problems = verify(step, port);
      if (!problems.empty()) return problems;
    }
    return {};
  }
  /// A link takes seconds to come up.
  Problems verify(const RegulationStep& step, PortId port) {
    const auto deadline = to_.settings.patience;
    for (std::chrono::milliseconds waited{0};; waited += to_.settings.retry) {
      const auto on = to_.cables.is_on(port);
      if (!on) return on.problems();
      if (step.kind == Kind::set_rate) {
        const auto rate = to_.cables.rate(port);
        if (!rate) return rate.problems();
        if (*on && *rate == step.rate) return {};
      } else if (*on == (step.kind == Kind::switch_on)) {
        return {};
      }
      if (waited >= deadline)
        return {{step_text(trunks_, step), "was requested, but the ports do not report that it happened",
                 "check both ports (ebb fabric status); no path uses the cable"}};
      to_.clock.wait(to_.settings.retry);
    }
  }

  RegulatedNetwork& to_;
  Trunks trunks_;
  AddressPlan addresses_;
  std::vector<std::uint64_t> macs_;
  RegulationReport report_;
};

}  // namespace

RegulationReport regulate(RegulatedNetwork& network, const std::vector<RegulationStep>& steps) {
  return Regulator(network).run(steps);
}

}  // namespace ebb::inline fabric
