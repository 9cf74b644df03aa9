#include "app/plan_config.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/configuration.hpp"
#include "app/device_file.hpp"
#include "app/fit_hint.hpp"
#include "app/topologies.hpp"
#include "planner/plan_rules.hpp"

namespace ebb {
namespace {

/// The parameters as the file states them: "flattened_butterfly (c 8, k 8, n 5)".
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

class DeviceReader {
 public:
  DeviceReader(Configuration& configuration)
      : configuration_(configuration),
        folder_(std::filesystem::path(configuration.path()).parent_path().string()) {}

  void read(std::string_view key, const std::string& name, DeviceKind kind, Device& device) {
    auto found = find_device(name, folder_);
    if (!found) {
      for (Problem p : found.problems())
        if (p.where.empty())
          complain(key, p.what, p.hint);
        else
          configuration_.problems().push_back(std::move(p));
      return;
    }
    if (found->kind != kind)
      complain(key,
               fmt::format("\"{}\" is of kind \"{}\", but \"{}\" is needed here", name, name_of(found->kind),
                           name_of(kind)),
               fmt::format("of that kind: {}", fmt::join(devices_of_kind(kind), ", ")));
    device = std::move(*found);
  }

 private:
  void complain(std::string_view key, std::string what, std::string hint) {
    configuration_.add_problems("plan", {{std::string(key), std::move(what), std::move(hint)}});
  }
  Configuration& configuration_;
  std::string folder_;
};

}  // namespace

Result<PlanInput> read_plan(const std::string& path, const std::vector<std::string>& settings) {
  auto configuration = Configuration::read(path, settings);
  if (!configuration) return configuration.problems();
  PlanInput input;
  input.name = std::filesystem::path(path).stem().string();
  const auto topology = configuration->named_section("topology", topologies());
  configuration->section("cables", input.cables);
  configuration->section("plan", input.settings);
  DeviceReader devices(*configuration);
  devices.read("switch", input.settings.switch_device, DeviceKind::switch_chip, input.switch_device);
  devices.read("nic", input.settings.nic, DeviceKind::nic, input.nic);
  if (!input.settings.optics.empty())
    devices.read("optics", input.settings.optics, DeviceKind::optics, input.optics.emplace());
  if (!input.settings.copper.empty())
    devices.read("copper", input.settings.copper, DeviceKind::optics, input.copper.emplace());
  if (Problems problems = configuration->finish(); !problems.empty()) return problems;

  const Node& section = *configuration->root().find("topology");
  input.topology = topology_text(section);
  input.facts = topology->facts();
  Problems misfits = check_fit(input);
  for (Problem& p : misfits)
    if (p.hint.empty()) p.hint = fit_hint(section, input);
  if (misfits.empty()) {
    input.rules = plan_rules(*topology, input.facts, input.cables);
    misfits = check_tables(input);
  }
  configuration->add_problems("plan", std::move(misfits));
  if (Problems problems = configuration->finish(); !problems.empty()) return problems;
  return input;
}

}  // namespace ebb
