#include "experiment/fit/fit_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "catalogue/topologies.hpp"
#include "experiment/device/device_file.hpp"
#include "planner/fit.hpp"
#include "planner/network_power.hpp"

namespace ebb::inline experiment {
namespace {

/// Returns the ports per switch with one parameter of the topology changed, 0 when that is no valid topology.
std::int64_t ports_with(Node section, const std::string& key, std::int64_t value) {
  Node* found = nullptr;
  for (auto& [name, node] : section.entries)
    if (name == key) found = &node;
  if (!found) found = &section.entries.emplace_back(Node::Entry{key, {}}).node;
  found->kind = Node::Kind::integer, found->integer = value;
  Problems problems;
  const auto topology = read_named(topologies(), section, "topology", problems);
  return topology && problems.empty() ? topology->facts().ports_most : 0;
}

std::int64_t number_of(const Node& section, const FieldInfo& field) {
  std::int64_t value = 0;
  if (const Node* node = section.find(field.name))
    return node->kind == Node::Kind::integer ? node->integer : 0;
  std::from_chars(field.initial.data(), field.initial.data() + field.initial.size(), value);
  return value;
}

/// Returns text such as "c = 4", or nothing when no smaller value of the parameter helps. Doubling steps find
/// a value that fits, halving steps the largest one: evaluating a topology may be costly, and the number of
/// ports grows with every parameter that affects it.
std::string smaller_value(const Node& section, const FieldInfo& field, std::int64_t most_ports_allowed) {
  const std::int64_t value = number_of(section, field);
  const auto fits = [&](std::int64_t step) {
    const std::int64_t ports = ports_with(section, field.name, value - step);
    return ports > 0 && ports <= most_ports_allowed;
  };
  if (value < 2) return "";
  if (ports_with(section, field.name, value / 2) == ports_with(section, field.name, value))
    return "";  // it does not affect the number of ports
  std::int64_t step = 1;
  while (step < value && !fits(step)) step *= 2;
  if (step >= value) step = value - 1;
  if (!fits(step)) return "";
  std::int64_t too_small = step / 2;
  while (step - too_small > 1) {
    const std::int64_t middle = too_small + (step - too_small) / 2;
    (fits(middle) ? step : too_small) = middle;
  }
  return fmt::format("{} = {}", field.name, value - step);
}

/// Replaces the device at this key of the plan, if the device is of the right kind.
bool put_device(PlanInput& input, std::string_view key, const Device& device) {
  const DeviceKind kind = key == "switch" || key == "spine" ? DeviceKind::switch_chip
                          : key == "nic"                    ? DeviceKind::nic
                                                            : DeviceKind::optics;
  if (device.kind != kind) return false;
  if (key == "switch") input.switch_device = device;
  if (key == "spine") input.spine = device;
  if (key == "nic") input.nic = device;
  if (key == "optics") input.optics = device;
  if (key == "copper") input.copper = device;
  return true;
}

/// Returns the plan with each device at `key` that removes this problem.
std::vector<PlanInput> plans_that_fit(const std::string& key, const PlanInput& input) {
  std::vector<PlanInput> plans;
  for (const std::string& name : device_names()) {
    const auto device = find_device(name, "");
    PlanInput other = input;
    if (!device || !put_device(other, key, *device)) continue;
    const Problems problems = check_links(other);  // a device of unknown power fits as well
    if (std::any_of(problems.begin(), problems.end(), [&](const Problem& p) { return p.where == key; }))
      continue;
    other.name = name;
    plans.push_back(std::move(other));
  }
  return plans;
}

}  // namespace

std::string fit_hint(const Node& topology_section, const PlanInput& input, const std::string& key) {
  std::vector<std::string> ways;
  const Node* name = topology_section.find("name");
  const auto* entry = find_entry(topologies(), name ? name->text : topology_section.text);
  const bool same_ports = !input.spine && input.cables.rate_of_hosts() == input.cables.rate;
  if (entry && same_ports && topology_section.kind == Node::Kind::table)
    for (const FieldInfo& field : entry->fields()) {
      if (field.type != "whole number") continue;
      const std::string way = smaller_value(topology_section, field, device_ports(input));
      if (!way.empty()) ways.push_back(way);
    }
  std::vector<std::string> devices;
  for (const PlanInput& plan : plans_that_fit(key, input))
    devices.push_back(same_ports ? fmt::format("{} ({} ports)", plan.name, device_ports(plan)) : plan.name);
  std::string hint;
  if (!ways.empty()) hint = fmt::format("topology.{} would fit", fmt::join(ways, ", or topology."));
  if (!devices.empty())
    hint += fmt::format("{}switches with enough ports at this rate: {}", hint.empty() ? "" : "; ",
                        fmt::join(devices, ", "));
  if (hint.empty())
    hint = "no switch under devices/ has that many ports at this rate: make the network smaller";
  return hint + broken_devices_hint();
}

std::string devices_that_fit_hint(const std::string& key, const PlanInput& input) {
  std::vector<std::string> names;
  for (PlanInput& plan : plans_that_fit(key, input)) names.push_back(std::move(plan.name));
  const std::string rate = quantity_text(input.cables.rate);
  if (names.empty()) return fmt::format("; no device of `ebb device list` does for {} here", rate);
  return fmt::format("; these do for {} here: {}", rate, fmt::join(names, ", "));
}

std::vector<std::string> devices_of_kind(DeviceKind kind) {
  std::vector<std::string> names;
  for (const std::string& name : device_names())
    if (const auto device = find_device(name, ""); device && device->kind == kind) names.push_back(name);
  return names;
}

}  // namespace ebb::inline experiment
