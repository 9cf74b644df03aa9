#include "planner/capex.hpp"

#include <algorithm>
#include <utility>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "power/device/device.hpp"
#include "power/device/equipment.hpp"
#include "power/device/price.hpp"

namespace ebb::inline planner {
namespace {

void add_part(std::string what, const Device& device, std::int64_t count, Capex& capex) {
  if (count == 0 || device.name.empty()) return;
  PricedPart part{.what = std::move(what),
                  .device = device.name,
                  .count = count,
                  .price = {},
                  .dates = {},
                  .source = {},
                  .from = {}};
  if (const auto price = device.price()) {
    part.price = UsdRange{price->least, price->most};
    part.dates = price->dates, part.source = price->source, part.from = price->from;
  }
  capex.parts.push_back(std::move(part));
}

/// Ports of switches share a module that has several; an adapter has a module of its own.
std::int64_t modules_of(const PlanInput& input, Medium medium, const Device& transceiver) {
  std::int64_t modules = 0;
  for (const PortKind& kind : input.ports().kinds) {
    if (kind.link.medium != medium) continue;
    const LinkPower* row = transceiver.link(medium, kind.link.rate);
    const std::int64_t each = row ? std::max<std::int64_t>(1, transceiver.ports_at(*row)) : 1;
    const LinkPower* of_spine = input.spine ? input.row(*input.spine, medium, kind.link.rate) : nullptr;
    const std::int64_t spines = of_spine && of_spine->passive ? 0 : kind.of_spines;
    modules += (kind.of_switches + spines + each - 1) / each + kind.of_hosts;
  }
  return modules;
}

}  // namespace

Capex capex_of(const PlanInput& input) {
  Capex capex;
  const std::int64_t access = input.facts.access_switches;
  const std::int64_t all = input.facts.switches + input.facts.spare_switches;
  add_part(input.spine ? "leaf switches" : "switches", input.switch_device, input.spine ? access : all,
           capex);
  if (input.spine) add_part("spine switches", *input.spine, all - access, capex);
  add_part("adapters", input.nic, input.facts.hosts, capex);
  for (const Medium medium : all_media)
    if (const Device* device = input.transceiver(medium))
      add_part(std::string(name_of(medium)) + " transceivers", *device, modules_of(input, medium, *device),
               capex);
  return capex;
}

}  // namespace ebb::inline planner
