#include "planner/network_power.hpp"

#include <algorithm>
#include <cmath>

#include "base/ensure.hpp"
#include "base/units.hpp"

namespace ebb::inline planner {
namespace {

constexpr double rounding = 1e-6;  // of a port: a sum of shares of 3.9999… is 4

/// The traffic of one port in one direction; the other direction carries as much.
struct PortTraffic {
  double bits_per_second = 0, packets_per_second = 0;
};

PortTraffic port_traffic(const PlanInput& input, BitsPerSecond rate, double load) {
  const double wire_bytes = static_cast<double>(input.settings.packet.v + input.settings.overhead.v);
  const double packets = static_cast<double>(rate.v) * load / (8 * wire_bytes);
  return {packets * 8 * static_cast<double>(input.settings.packet.v), packets};
}

Watts transceiver_power(const PlanInput& input, const LinkPower& row, const LinkKind& link) {
  const auto watts = input.transceiver_power(row, link.medium, link.rate);
  ENSURE(watts);  // guaranteed by check_links
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

/// Every packet that enters a switch searches its whole table once. All switches have the same chip, so every
/// switch searches a table as large as the largest.
Watts table_power(const PlanInput& input, double searches_per_second) {
  const auto entries = input.table_entries();
  if (!entries) return {};
  const Device& device = input.switch_device;
  const TablePower& table = input.settings.addressing == Addressing::cam ? device.cam : device.tcam;
  return {static_cast<double>(*entries) * static_cast<double>(table.key_bits.value) * table.per_bit.value.v *
          searches_per_second};
}

void add_adapters(const PlanInput& input, const PortKind& kind, double load, PlanPower& power) {
  const double hosts = static_cast<double>(kind.of_hosts);
  power.nics = power.nics + input.nic.base.value * hosts;
  const LinkPower none;
  const LinkPower* row = input.nic.links.empty() ? &none : link_row(input, input.nic, kind.link);
  ENSURE(row);
  power.nics = power.nics + input.nic.port_power(*row) * hosts;
  power.transceivers = power.transceivers + transceiver_power(input, *row, kind.link) * hosts;
  power.traffic = power.traffic + traffic_power(*row, port_traffic(input, kind.link.rate, load)) * hosts;
}

/// Returns the packets per second of all these ports together.
double add_switch_ports(const PlanInput& input, const PortKind& kind, double load, PlanPower& power) {
  const Device& device = input.switch_device;
  const PortTraffic traffic = port_traffic(input, kind.link.rate, load);
  const double ports = static_cast<double>(kind.of_switches);
  const LinkPower* row = link_row(input, device, kind.link);
  ENSURE(row);
  power.ports = power.ports + device.port_power(*row) * ports;
  power.transceivers = power.transceivers + transceiver_power(input, *row, kind.link) * ports;
  power.traffic = power.traffic + traffic_power(*row, traffic) * ports;
  power.buffers = power.buffers + buffer_power(device.buffer, input.settings.packet, traffic) * ports;
  return traffic.packets_per_second * ports;
}

}  // namespace

const LinkPower* link_row(const PlanInput& input, const Device& device, const LinkKind& link) {
  return input.row(device, link.medium, link.rate);
}

std::int64_t device_ports(const PlanInput& input) {
  std::int64_t fewest = 0;
  for (const LinkKind& link : links_of_switches(input.ports())) {
    const LinkPower* row = link_row(input, input.switch_device, link);
    if (!row) return 0;
    const std::int64_t ports = input.switch_device.ports_at(*row);
    fewest = fewest == 0 ? ports : std::min(fewest, ports);
  }
  return fewest;
}

double device_share(const PlanInput& input, const LinkKind& link) {
  const LinkPower* row = link_row(input, input.switch_device, link);
  ENSURE(row);
  return 1 / static_cast<double>(input.switch_device.ports_at(*row));
}

namespace {

/// Returns how many switches the ports in use would fill.
double switches_filled(const PlanInput& input) {
  if (!input.counted)
    return static_cast<double>(input.facts.ports_used) / static_cast<double>(device_ports(input));
  double filled = 0;
  for (const PortKind& kind : input.counted->kinds)
    if (kind.of_switches > 0)
      filled += static_cast<double>(kind.of_switches) * device_share(input, kind.link);
  return filled;
}

}  // namespace

std::int64_t spare_ports(const PlanInput& input) {
  const std::int64_t ports = device_ports(input);
  if (!input.counted) return input.facts.switches * ports - input.facts.ports_used;
  const double free = static_cast<double>(input.facts.switches) - switches_filled(input);
  return static_cast<std::int64_t>(std::floor(free * static_cast<double>(ports) + rounding));
}

double switches_powered(const PlanInput& input) {
  if (!input.settings.charge_by_ports) return static_cast<double>(input.facts.switches);
  return switches_filled(input);
}

/// Returns what engines and cards save to which no cable leads. As the ports of switches are used in order, a
/// switch has at least those that its spare ports fill; nobody puts them to sleep, so they are idle.
Watts idle_parts(const PlanInput& input) {
  const Device& device = input.switch_device;
  const std::int64_t used = input.facts.ports_most, all = device_ports(input);
  Watts watts;
  for (const PowerDomain& domain : device.domains) {
    if (domain.kind != DomainKind::engine && domain.kind != DomainKind::card) continue;
    const std::int64_t idle = std::max<std::int64_t>(0, all - used) / domain.ports.value;
    watts.v += (domain.on.value.v - domain.low_power(false).v) * static_cast<double>(idle) *
               static_cast<double>(input.facts.switches);
  }
  return watts;
}

PlanPower network_power(const PlanInput& input, double load) {
  PlanPower power;
  power.switch_base = input.switch_device.base.value * switches_powered(input);
  if (!input.settings.charge_by_ports) power.switch_base.v -= idle_parts(input).v;
  double searches = 0;
  const PortCount ports = input.ports();
  for (const PortKind& kind : ports.kinds)
    if (kind.of_switches > 0) searches += add_switch_ports(input, kind, load, power);
  power.ports = power.ports + input.switch_device.off_power() * static_cast<double>(spare_ports(input));
  power.tables = table_power(input, searches);
  for (const PortKind& kind : ports.kinds)
    if (kind.of_hosts > 0) add_adapters(input, kind, load, power);
  return power;
}

}  // namespace ebb::inline planner
