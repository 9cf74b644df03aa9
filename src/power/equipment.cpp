#include "power/equipment.hpp"

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

void check_row(Missing& missing, const Equipment& equipment, const Device& device, Medium medium,
               BitsPerSecond rate) {
  const LinkPower* row = equipment.row(device, medium, rate);
  if (!row) {
    missing.unless(false, fmt::format("{} at {}", name_of(medium), quantity_text(rate)));
    return;
  }
  missing.unless(row->port.given || row->relative.given, "port");
  const bool plugged = medium != Medium::backplane && !equipment.transceiver(medium);
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
  if (medium == Medium::backplane) return Watts{};
  const Device* own = transceiver(medium);
  const LinkPower* numbers = own ? own->link(medium, rate) : &row;
  if (!numbers) return std::nullopt;
  return numbers->trx_in.value + numbers->trx_up.value;
}

std::vector<std::string> missing_numbers(const Equipment& equipment, const std::vector<Medium>& media,
                                         Medium host_medium, BitsPerSecond rate) {
  std::vector<std::string> all;
  Missing of_switch(equipment.switch_device), of_nic(equipment.nic);
  of_switch.unless(equipment.switch_device.base.given, "base");
  for (const Medium medium : media) check_row(of_switch, equipment, equipment.switch_device, medium, rate);
  of_switch.add_to(all);
  if (equipment.nic.links.empty()) {
    of_nic.unless(equipment.nic.base.given, "base");
    of_nic.unless(equipment.transceiver(host_medium) || host_medium == Medium::backplane,
                  fmt::format("{} transceiver", name_of(host_medium)));
    of_nic.unless(false, "per_bit"), of_nic.unless(false, "per_packet");
  } else {
    check_row(of_nic, equipment, equipment.nic, host_medium, rate);
  }
  if (!equipment.nic.name.empty()) of_nic.add_to(all);  // else adapters were left out
  return all;
}

}  // namespace ebb::inline power
