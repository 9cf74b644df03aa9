#include "experiment/read/plan_config.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "catalogue/topologies.hpp"
#include "config/node.hpp"
#include "experiment/device/device_reader.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/fit/fit_hint.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "planner/fit.hpp"
#include "planner/ideal_throughput.hpp"
#include "planner/no_adapter.hpp"
#include "planner/plan_rules.hpp"
#include "power/device/device.hpp"
#include "topology/graph.hpp"

namespace ebb::inline experiment {
namespace {

/// Returns the parameters as the file states them: "flattened_butterfly (c 8, k 8, n 5)".
std::string topology_text(const Node& section) {
  if (section.kind == Node::Kind::text) return section.text;
  std::string name, parameters;
  for (const auto& [key, node] : section.entries) {
    if (key == "name") {
      name = node.text;
      continue;
    }
    parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", key, value_text(node));
  }
  return parameters.empty() ? name : fmt::format("{} ({})", name, parameters);
}

/// Returns the number that [routing] gives, where the file is also a run file.
std::uint32_t alternatives_of(const Configuration& configuration) {
  const Node* routing = configuration.root().find("routing");
  const Node* given = routing ? routing->find("alternatives") : nullptr;
  const bool counts =
      given && given->kind == Node::Kind::integer && given->integer >= 1 && given->integer <= 200;
  return counts ? static_cast<std::uint32_t>(given->integer) : 1;
}

}  // namespace

void read_plan_section(Configuration& configuration, PlanInput& input) {
  configuration.section("plan", input.settings);
  DeviceReader devices(configuration, "plan");
  devices.read("switch", input.settings.switch_device, DeviceKind::switch_chip, input.switch_device);
  if (!input.settings.spine.empty())
    devices.read("spine", input.settings.spine, DeviceKind::switch_chip, input.spine.emplace());
  if (input.settings.nic == no_adapter_name)
    input.nic = no_adapter();
  else
    devices.read("nic", input.settings.nic, DeviceKind::nic, input.nic);
  if (!input.settings.optics.empty())
    devices.read("optics", input.settings.optics, DeviceKind::optics, input.optics.emplace());
  if (!input.settings.copper.empty())
    devices.read("copper", input.settings.copper, DeviceKind::optics, input.copper.emplace());
}

bool read_parts(Configuration& configuration, const Topology& topology, PlanInput& input) {
  input.facts = facts_with(topology, input.cables);
  input.own_rates = !topology.files().empty() && rates_of_cables(topology, input.cables).size() > 1;
  if (is_too_large_to_count(topology, input.cables, input.spine.has_value())) {
    configuration.add_problems(
        "topology",
        {{"name",
          fmt::format("has more than {} ports, too many to count by rate and device", most_counted_ports),
          "leave out cables.host_rate and plan.spine, or take folded_clos, which has closed forms"}});
    return false;
  }
  input.counted = count_ports(topology, input.cables, input.spine.has_value());
  return true;
}

Problems misfits_of(const Configuration& configuration, const PlanInput& input) {
  Problems misfits = check_links(input);
  const Node* section = configuration.root().find("topology");
  for (Problem& p : misfits)
    p.hint =
        p.hint.empty() ? fit_hint(*section, input, p.where) : p.hint + devices_that_fit_hint(p.where, input);
  return misfits;
}

Result<PlanInput> read_equipment(const Settings& settings) {
  auto configuration = Configuration::read("", settings);
  if (!configuration) return configuration.problems();
  PlanInput input;
  configuration->section("cables", input.cables);
  read_plan_section(*configuration, input);
  if (Problems problems = configuration->finish(); !problems.empty()) return problems;
  return input;
}

Result<PlanInput> read_plan(const std::string& path, const Settings& settings) {
  auto configuration = Configuration::read(path, settings);
  if (!configuration) return configuration.problems();
  PlanInput input;
  input.name = std::filesystem::path(path).stem().string();
  const auto topology = configuration->named_section("topology", topologies());
  read_cables(*configuration, topology.get(), input.cables);
  read_plan_section(*configuration, input);
  if (Problems problems = configuration->finish(); !problems.empty()) return problems;

  input.topology = topology_text(*configuration->root().find("topology"));
  for (const std::string& remark : remarks_on(*topology)) input.topology += "; " + remark;
  if (!read_parts(*configuration, *topology, input)) return configuration->finish();
  input.carries = ideal_throughput(*topology, input.facts, input.cables);
  Problems misfits = misfits_of(*configuration, input);
  if (misfits.empty()) {
    input.rules = plan_rules(*topology, input.facts, input.cables, alternatives_of(*configuration));
    misfits = check_tables(input);
  }
  configuration->add_problems("plan", std::move(misfits));
  if (Problems problems = configuration->finish(); !problems.empty()) return problems;
  return input;
}

}  // namespace ebb::inline experiment
