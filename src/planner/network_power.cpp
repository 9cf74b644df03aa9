#include "planner/network_power.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline planner {
namespace {

/// What passes one port, in one direction; the other direction carries as much.
struct PortTraffic {
  double bits_per_second = 0, packets_per_second = 0;
};

PortTraffic port_traffic(const PlanInput& input, double load) {
  const double wire_bytes = static_cast<double>(input.settings.packet.v + input.settings.overhead.v);
  const double packets = static_cast<double>(input.cables.rate.v) * load / (8 * wire_bytes);
  return {packets * 8 * static_cast<double>(input.settings.packet.v), packets};
}

Watts transceiver_power(const PlanInput& input, const LinkPower& row, Medium medium) {
  const auto watts = input.transceiver_power(row, medium, input.cables.rate);
  ENSURE(watts);  // check_links
  return *watts;
}

Watts traffic_power(const LinkPower& row, const PortTraffic& traffic) {
  return {row.per_bit.value.v * traffic.bits_per_second +
          row.per_packet.value.v * traffic.packets_per_second};
}

/// Every packet is written once and read once, cell by cell.
Watts buffer_power(const BufferPower& buffer, Bytes packet, const PortTraffic& traffic) {
  if (buffer.cell.value.v < 1) return {};
  const std::int64_t cells = (packet.v + buffer.cell.value.v - 1) / buffer.cell.value.v;
  return {static_cast<double>(cells) * traffic.packets_per_second *
          (buffer.read.value.v + buffer.write.value.v)};
}

/// Every packet that enters a switch searches its whole table once. The same chip serves everywhere, so every
/// switch searches a table that holds the largest.
Watts table_power(const PlanInput& input, double searches_per_second) {
  const auto entries = input.table_entries();
  if (!entries) return {};
  const Device& device = input.switch_device;
  const TablePower& table = input.settings.addressing == Addressing::cam ? device.cam : device.tcam;
  return {static_cast<double>(*entries) * static_cast<double>(table.key_bits.value) * table.per_bit.value.v *
          searches_per_second};
}

void add_adapters(const PlanInput& input, const PortTraffic& traffic, PlanPower& power) {
  const double hosts = static_cast<double>(input.facts.hosts);
  const Medium medium = input.facts.host_medium;
  power.nics = power.nics + input.nic.base.value * hosts;
  const LinkPower none;
  const LinkPower* row = input.nic.links.empty() ? &none : link_row(input, input.nic, medium);
  power.nics = power.nics + input.nic.port_power(*row) * hosts;
  power.transceivers = power.transceivers + transceiver_power(input, *row, medium) * hosts;
  power.traffic = power.traffic + traffic_power(*row, traffic) * hosts;
}

}  // namespace

std::int64_t switch_ports_on(const Facts& facts, Medium medium) {
  const std::int64_t ends = 2 * facts.cables[static_cast<std::size_t>(medium)];
  return medium == facts.host_medium ? ends - facts.hosts : ends;
}

const LinkPower* link_row(const PlanInput& input, const Device& device, Medium medium) {
  return input.row(device, medium, input.cables.rate);
}

std::vector<Medium> media_of_ports(const Facts& facts) {
  std::vector<Medium> used;
  for (Medium medium : all_media)
    if (switch_ports_on(facts, medium) > 0) used.push_back(medium);
  return used;
}

std::int64_t device_ports(const PlanInput& input) {
  std::int64_t fewest = 0;
  for (Medium medium : all_media) {
    if (switch_ports_on(input.facts, medium) <= 0) continue;
    const LinkPower* row = link_row(input, input.switch_device, medium);
    if (!row) return 0;
    const std::int64_t ports = input.switch_device.ports_at(*row);
    fewest = fewest == 0 ? ports : std::min(fewest, ports);
  }
  return fewest;
}

std::int64_t spare_ports(const PlanInput& input) {
  return input.facts.switches * device_ports(input) - input.facts.ports_used;
}

double switches_powered(const PlanInput& input) {
  if (!input.settings.charge_by_ports) return static_cast<double>(input.facts.switches);
  return static_cast<double>(input.facts.ports_used) / static_cast<double>(device_ports(input));
}

PlanPower network_power(const PlanInput& input, double load) {
  const Device& device = input.switch_device;
  const PortTraffic traffic = port_traffic(input, load);
  PlanPower power;
  power.switch_base = device.base.value * switches_powered(input);
  for (Medium medium : all_media) {
    const std::int64_t count = switch_ports_on(input.facts, medium);
    if (count <= 0) continue;
    const double ports = static_cast<double>(count);
    const LinkPower* row = link_row(input, device, medium);
    ENSURE(row);
    power.ports = power.ports + device.port_power(*row) * ports;
    power.transceivers = power.transceivers + transceiver_power(input, *row, medium) * ports;
    power.traffic = power.traffic + traffic_power(*row, traffic) * ports;
    power.buffers = power.buffers + buffer_power(device.buffer, input.settings.packet, traffic) * ports;
  }
  const double used = static_cast<double>(input.facts.ports_used);
  power.ports = power.ports + device.off_power() * static_cast<double>(spare_ports(input));
  power.tables = table_power(input, traffic.packets_per_second * used);
  add_adapters(input, traffic, power);
  return power;
}

}  // namespace ebb::inline planner
