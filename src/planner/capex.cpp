#include "planner/capex.hpp"

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "power/device/device.hpp"

namespace ebb::inline planner {
namespace {

void add_part(std::string what, const Device& device, std::int64_t count, Capex& capex) {
  if (count == 0 || device.name.empty()) return;
  PricedPart part{.what = std::move(what),
                  .device = device.name,
                  .count = count,
                  .price_usd = {},
                  .source = {},
                  .from = {}};
  if (device.price_usd.given) {
    part.price_usd = device.price_usd.value;
    part.source = name_of(device.price_usd.source),
    part.from = device.price_usd.from.empty() ? device.from : device.price_usd.from;
  }
  capex.parts.push_back(std::move(part));
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
      add_part(std::string(name_of(medium)) + " transceivers", *device, 2 * input.facts.cables_of(medium),
               capex);
  return capex;
}

}  // namespace ebb::inline planner
