#include "power/device/equipment.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline power {
namespace {

/// The numbers that one device does not state, each once.
class Missing {
 public:
  explicit Missing(const Device& device) : device_(device) {}

  void unless(bool given, std::string name) {
    if (!given && std::find(names_.begin(), names_.end(), name) == names_.end())
      names_.push_back(std::move(name));
  }
  void add_to(std::vector<std::string>& all) const {
    if (!names_.empty()) all.push_back(fmt::format("{} ({})", device_.name, fmt::join(names_, ", ")));
  }

 private:
  const Device& device_;
  std::vector<std::string> names_;
};

void check_row(Missing& missing, const Equipment& equipment, const Device& device, const LinkKind& link) {
  const auto& [medium, rate] = link;
  const LinkPower* row = equipment.row(device, medium, rate);
  if (!row) {
    missing.unless(false, fmt::format("{} at {}", name_of(medium), quantity_text(rate)));
    return;
  }
  missing.unless(row->port.given || row->relative.given, "port");
  const bool plugged = medium != Medium::backplane && !row->passive && !equipment.transceiver(medium);
  missing.unless(!plugged || row->trx_in.given || row->trx_up.given,
                 fmt::format("{} transceiver", name_of(medium)));
  missing.unless(row->per_bit.given, "per_bit");
  missing.unless(row->per_packet.given, "per_packet");
}

}  // namespace

const Device* Equipment::transceiver(Medium medium) const {
  if (medium == Medium::optical && optics) return &*optics;
  if (medium == Medium::copper && copper) return &*copper;
  return nullptr;
}

const LinkPower* Equipment::row(const Device& device, Medium medium, BitsPerSecond rate) const {
  if (const LinkPower* own = device.link(medium, rate)) return own;
  if (!transceiver(medium)) return nullptr;
  for (Medium other : all_media)
    if (const LinkPower* row = device.link(other, rate)) return row;
  return nullptr;
}

std::optional<Watts> Equipment::transceiver_power(const LinkPower& row, Medium medium,
                                                  BitsPerSecond rate) const {
  if (medium == Medium::backplane || row.passive) return Watts{};
  const Device* own = transceiver(medium);
  const LinkPower* numbers = own ? own->link(medium, rate) : &row;
  if (!numbers) return std::nullopt;
  return numbers->trx_in.value + numbers->trx_up.value;
}

std::vector<std::string> missing_numbers(const Equipment& equipment, const std::vector<LinkKind>& of_switches,
                                         const std::vector<LinkKind>& of_hosts,
                                         const std::vector<LinkKind>& of_spines) {
  std::vector<std::string> all;
  const auto check_switch = [&](const Device& device, const std::vector<LinkKind>& links) {
    Missing missing(device);
    missing.unless(device.base.given, "base");
    for (const LinkKind& link : links) check_row(missing, equipment, device, link);
    missing.add_to(all);
  };
  check_switch(equipment.switch_device, of_switches);
  if (equipment.spine) check_switch(*equipment.spine, of_spines);
  Missing in_nic(equipment.nic);
  if (equipment.nic.links.empty()) {
    in_nic.unless(equipment.nic.base.given, "base");
    for (const auto& [medium, rate] : of_hosts)
      in_nic.unless(equipment.transceiver(medium) || medium == Medium::backplane,
                    fmt::format("{} transceiver", name_of(medium)));
    in_nic.unless(false, "per_bit"), in_nic.unless(false, "per_packet");
  } else {
    for (const LinkKind& link : of_hosts) check_row(in_nic, equipment, equipment.nic, link);
  }
  if (!equipment.nic.name.empty()) in_nic.add_to(all);  // else adapters were ignored
  return all;
}

}  // namespace ebb::inline power
