#include "planner/numbers_used.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "planner/network_power.hpp"
#include "power/device/domain.hpp"
#include "power/device/equipment.hpp"
#include "power/device/price.hpp"
#include "power/device/sourced.hpp"

namespace ebb::inline planner {
namespace {

std::string plain_text(std::int64_t v) { return fmt::format("{}", v); }
std::string plain_text(double v) { return fmt::format("{}", v); }
template <class Quantity>
std::string plain_text(Quantity v) {
  return quantity_text(v);
}

template <class Owner, class T>
void add_number(const Device& device, const std::string& prefix, const Field<Owner, Sourced<T>>& field,
                const Owner& owner, std::vector<PlanNumber>& numbers) {
  const Sourced<T>& number = owner.*field.member;
  if (!number.given) return;
  numbers.push_back({device.name, prefix + std::string(field.name), plain_text(number.value),
                     std::string(name_of(number.source)), number.from.empty() ? device.from : number.from});
}
/// The other fields of a device are not numbers.
template <class Owner, class T>
void add_number(const Device&, const std::string&, const Field<Owner, T>&, const Owner&,
                std::vector<PlanNumber>&) {}

template <class Owner>
void add_all(const Device& device, const std::string& prefix, const Owner& owner,
             std::vector<PlanNumber>& numbers) {
  for_each_field<Owner>([&](const auto& f) { add_number(device, prefix, f, owner, numbers); });
}

/// Without the row's own transceiver where others are plugged in.
void add_row(const Device& device, LinkPower row, std::vector<PlanNumber>& numbers,
             bool own_transceiver = true) {
  if (!own_transceiver) row.trx_in = row.trx_up = {};
  const std::string mode = row.mode.empty() ? "" : fmt::format(", {}", row.mode);
  add_all(device, fmt::format("{}{}: ", device.label(row), mode), row, numbers);
}

/// Rows that links share are listed once.
void add_rows(const PlanInput& input, const Device& device, const std::vector<LinkKind>& used,
              std::vector<PlanNumber>& numbers) {
  std::vector<const LinkPower*> rows;
  for (const LinkKind& link : used) {
    const LinkPower* row = link_row(input, device, link);
    if (row && std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  for (const LinkPower* row : rows) {
    const bool own = std::any_of(used.begin(), used.end(), [&](const LinkKind& link) {
      return link_row(input, device, link) == row && !input.transceiver(link.medium);
    });
    add_row(device, *row, numbers, own);
  }
}

}  // namespace

std::vector<PlanNumber> stated_numbers(const Device& device) {
  std::vector<PlanNumber> numbers;
  add_all(device, "", device, numbers);
  for (const LinkPower& row : device.links) add_row(device, row, numbers);
  add_all(device, "buffer ", device.buffer, numbers);
  add_all(device, "tcam ", device.tcam, numbers);
  add_all(device, "cam ", device.cam, numbers);
  for (const Price& price : device.prices)
    add_all(device, fmt::format("{} price, {}: ", name_of(price.kind), price.date), price, numbers);
  for (const WakeTime& wake : device.wake) add_all(device, wake.change + ": ", wake, numbers);
  for (const PowerDomain& domain : device.domains)
    add_all(device, fmt::format("domain {}: ", name_of(domain.kind)), domain, numbers);
  return numbers;
}

std::vector<PlanNumber> numbers_used(const PlanInput& input) {
  std::vector<PlanNumber> numbers;
  const PortCount ports = input.ports();
  std::vector<LinkKind> used;
  const Addressing addressing = input.settings.addressing;
  for (const SwitchTier& tier : tiers_of(input, ports)) {
    const Device& device = *tier.device;
    const std::vector<LinkKind> links = tier.links(ports);
    used.insert(used.end(), links.begin(), links.end());
    add_all(device, "", device, numbers);
    add_rows(input, device, links, numbers);
    add_all(device, "buffer ", device.buffer, numbers);
    if (addressing == Addressing::cam) add_all(device, "cam ", device.cam, numbers);
    if (addressing > Addressing::cam) add_all(device, "tcam ", device.tcam, numbers);
  }
  if (!input.nic.name.empty()) add_all(input.nic, "", input.nic, numbers);
  add_rows(input, input.nic, links_of_hosts(ports), numbers);
  std::vector<const LinkPower*> plugged;
  for (const auto& [medium, rate] : used) {
    const Device* optics = input.transceiver(medium);
    const LinkPower* row = optics ? optics->link(medium, rate) : nullptr;
    if (!row || std::find(plugged.begin(), plugged.end(), row) != plugged.end()) continue;
    plugged.push_back(row);
    add_row(*optics, *row, numbers);
  }
  return numbers;
}

}  // namespace ebb::inline planner
