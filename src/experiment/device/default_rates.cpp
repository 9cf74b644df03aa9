#include "experiment/device/default_rates.hpp"

#include <algorithm>

#include "config/node.hpp"
#include "planner/network_power.hpp"
#include "power/device/device.hpp"
#include "power/device/equipment.hpp"
#include "power/device/split_port.hpp"

namespace ebb::inline experiment {
namespace {

/// True when a port at the slower rate, or its transceiver, is only a part of one at the faster rate.
bool is_split(const PlanInput& plan, const Device& device, const LinkKind& link, const LinkPower& slower,
              BitsPerSecond rate) {
  const LinkPower* faster = plan.row(device, link.medium, link.rate);
  if (faster && splits(device, *faster, slower)) return true;
  const Device* optics = plan.transceiver(link.medium);
  if (!optics) return false;
  const LinkPower *whole = optics->link(link.medium, link.rate), *part = optics->link(link.medium, rate);
  return whole && part && splits(*optics, *whole, *part);
}

/// True when the devices state the power of every link of the network at the same fraction of its rate.
bool is_known_on_all_links(const PlanInput& plan, BitsPerSecond rate, BitsPerSecond full) {
  const PortCount ports = plan.ports();
  const auto is_known = [&](const Device& device, const LinkKind& link) {
    const BitsPerSecond own = same_share(link.rate, rate, full);
    const LinkPower* row = plan.row(device, link.medium, own);
    return row && plan.transceiver_power(*row, link.medium, own) && !is_split(plan, device, link, *row, own);
  };
  for (const SwitchTier& tier : tiers_of(plan, ports))
    for (const LinkKind& link : tier.links(ports))
      if (!is_known(*tier.device, link)) return false;
  return true;
}

}  // namespace

std::vector<BitsPerSecond> rates_of_plan(const PlanInput& plan, BitsPerSecond full) {
  std::vector<BitsPerSecond> rates;
  for (const LinkPower& row : plan.switch_device.links)
    if (!row.for_any_rate() && row.rate.v > 0 && row.rate <= full &&
        is_known_on_all_links(plan, row.rate, full))
      rates.push_back(row.rate);
  std::sort(rates.begin(), rates.end());
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates.size() >= 2 && rates.back() == full ? rates : std::vector<BitsPerSecond>();
}

std::vector<BitsPerSecond> parts_of_rate(BitsPerSecond full) {
  std::vector<BitsPerSecond> rates;
  for (const std::int64_t part : {16, 8, 4, 2, 1})
    if (full.v % part == 0) rates.push_back({full.v / part});
  return rates;
}

void choose_rates(const Configuration& file, RunInput& input) {
  const Node* control = file.root().find("control");
  if (!control || control->find("rates") || control->find("device") || control->find("changes")) return;
  if (input.control.rates.back() == input.full_rate) return;  // the default rates fit
  input.control.rates = parts_of_rate(input.full_rate);
  if (!input.plan) return;
  const std::vector<BitsPerSecond> rates = rates_of_plan(*input.plan, input.full_rate);
  if (rates.empty()) return;
  input.control.rates = rates;
  FromDevice& from = input.control.from_device;
  from.file = input.plan->switch_device.file;
  from.taken.emplace_back("rates", "");
  for (const BitsPerSecond rate : rates)
    from.taken.back().second += (from.taken.back().second.empty() ? "" : ", ") + quantity_text(rate);
  from.notes =
      "the rates of [plan] switch that every link of the network is known at; times of changes are "
      "not its own, but those of [control]";
}

}  // namespace ebb::inline experiment
