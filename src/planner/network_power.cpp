#include "planner/network_power.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/ensure.hpp"
#include "base/units.hpp"
#include "power/device/domain.hpp"

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

/// Every packet that enters a switch searches its whole table once, and every switch searches a table as
/// large as the largest.
Watts table_power(const PlanInput& input, const Device& device, double searches_per_second) {
  const auto entries = input.table_entries();
  if (!entries) return {};
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
double add_switch_ports(const PlanInput& input, const SwitchTier& tier, const PortKind& kind, double load,
                        PlanPower& power) {
  const Device& device = *tier.device;
  const PortTraffic traffic = port_traffic(input, kind.link.rate, load);
  const double ports = static_cast<double>(kind.*tier.ports);
  const LinkPower* row = link_row(input, device, kind.link);
  ENSURE(row);
  power.ports = power.ports + device.port_power(*row) * ports;
  power.transceivers = power.transceivers + transceiver_power(input, *row, kind.link) * ports;
  power.traffic = power.traffic + traffic_power(*row, traffic) * ports;
  power.buffers = power.buffers + buffer_power(device.buffer, input.settings.packet, traffic) * ports;
  return traffic.packets_per_second * ports;
}

/// Returns how many switches the tier's ports in use would fill.
double switches_filled(const PlanInput& input, const SwitchTier& tier, const PortCount& ports) {
  if (!input.counted)
    return static_cast<double>(input.facts.ports_used) /
           static_cast<double>(device_ports(input, tier, ports));
  double filled = 0;
  for (const PortKind& kind : ports.kinds)
    if (kind.*tier.ports > 0 && !link_row(input, *tier.device, kind.link)->beside)
      filled += static_cast<double>(kind.*tier.ports) * device_share(input, *tier.device, kind.link);
  return filled;
}

/// Returns the unconnected ports that are beside all others.
std::int64_t spare_beside(const PlanInput& input, const SwitchTier& tier, const PortCount& ports) {
  std::map<const LinkPower*, std::int64_t> used;
  for (const PortKind& kind : ports.kinds)
    if (const LinkPower* row = link_row(input, *tier.device, kind.link); row && row->beside)
      used[row] += kind.*tier.ports;
  std::int64_t spare = 0;
  for (const auto& [row, count] : used) spare += tier.switches * tier.device->ports_at(*row) - count;
  return spare;
}

std::int64_t spare_ports(const PlanInput& input, const SwitchTier& tier, const PortCount& count) {
  const std::int64_t ports = device_ports(input, tier, count);
  if (!input.counted) return tier.switches * ports - input.facts.ports_used;
  const double free = static_cast<double>(tier.switches) - switches_filled(input, tier, count);
  return static_cast<std::int64_t>(std::floor(free * static_cast<double>(ports) + rounding)) +
         spare_beside(input, tier, count);
}

double switches_powered(const PlanInput& input, const SwitchTier& tier, const PortCount& ports) {
  if (!input.settings.charge_by_ports) return static_cast<double>(tier.switches);
  return switches_filled(input, tier, ports);
}

/// Returns the ports of the tier's switch that the fullest of them takes.
std::int64_t most_used_ports(const PlanInput& input, const SwitchTier& tier, const PortCount& ports) {
  if (!input.counted) return input.facts.ports_most;
  double most = 0;
  for (const Filling& filling : *tier.fillings) {
    double taken = 0;
    for (std::size_t i = 0; i < filling.size(); ++i)
      if (filling[i] > 0)
        taken += static_cast<double>(filling[i]) * device_share(input, *tier.device, ports.kinds[i].link);
    most = std::max(most, taken);
  }
  return static_cast<std::int64_t>(
      std::ceil(most * static_cast<double>(device_ports(input, tier, ports)) - rounding));
}

/// Returns what engines and cards save to which no cable leads. As the ports of switches are used in order, a
/// switch has at least those that its spare ports fill; nobody puts them to sleep, so they are idle.
Watts idle_parts(const PlanInput& input, const SwitchTier& tier, const PortCount& ports) {
  Watts watts;
  for (const PowerDomain& domain : tier.device->domains) {
    if (domain.kind != DomainKind::engine && domain.kind != DomainKind::card) continue;
    const std::int64_t used = most_used_ports(input, tier, ports), all = device_ports(input, tier, ports);
    const std::int64_t idle = std::max<std::int64_t>(0, all - used) / domain.ports.value;
    watts.v += (domain.on.value.v - domain.low_power(false).v) * static_cast<double>(idle) *
               static_cast<double>(tier.switches);
  }
  return watts;
}

void add_switches(const PlanInput& input, const SwitchTier& tier, const PortCount& ports, double load,
                  PlanPower& power) {
  const Device& device = *tier.device;
  power.switch_base = power.switch_base + device.base.value * switches_powered(input, tier, ports);
  if (!input.settings.charge_by_ports) power.switch_base.v -= idle_parts(input, tier, ports).v;
  double searches = 0;
  for (const PortKind& kind : ports.kinds)
    if (kind.*tier.ports > 0) searches += add_switch_ports(input, tier, kind, load, power);
  power.ports = power.ports + device.off_power() * static_cast<double>(spare_ports(input, tier, ports));
  power.tables = power.tables + table_power(input, device, searches);
}

}  // namespace

std::vector<LinkKind> SwitchTier::links(const PortCount& count) const {
  return ports == &PortKind::of_spines ? links_of_spines(count) : links_of_switches(count);
}

std::vector<SwitchTier> tiers_of(const PlanInput& input, const PortCount& ports) {
  const std::int64_t all = input.facts.switches, access = input.facts.access_switches;
  std::vector<SwitchTier> tiers{
      {&input.switch_device, "switch", input.spine ? access : all, &PortKind::of_switches, &ports.fillings}};
  if (input.spine)
    tiers.push_back({&*input.spine, "spine", all - access, &PortKind::of_spines, &ports.spine_fillings});
  return tiers;
}

const LinkPower* link_row(const PlanInput& input, const Device& device, const LinkKind& link) {
  return input.row(device, link.medium, link.rate);
}

std::int64_t device_ports(const PlanInput& input, const SwitchTier& tier, const PortCount& count) {
  std::int64_t fewest = 0, beside = 0;
  for (const LinkKind& link : tier.links(count)) {
    const LinkPower* row = link_row(input, *tier.device, link);
    if (!row) return 0;
    const std::int64_t ports = tier.device->ports_at(*row);
    std::int64_t& of_all = row->beside ? beside : fewest;
    of_all = of_all == 0 ? ports : std::min(of_all, ports);
  }
  return fewest > 0 ? fewest : beside;
}

std::int64_t device_ports(const PlanInput& input) {
  const PortCount ports = input.ports();
  return device_ports(input, tiers_of(input, ports).front(), ports);
}

double device_share(const PlanInput& input, const Device& device, const LinkKind& link) {
  const LinkPower* row = link_row(input, device, link);
  ENSURE(row);
  return 1 / static_cast<double>(device.ports_at(*row));
}

std::int64_t spare_ports(const PlanInput& input) {
  const PortCount ports = input.ports();
  std::int64_t spare = 0;
  for (const SwitchTier& tier : tiers_of(input, ports)) spare += spare_ports(input, tier, ports);
  return spare;
}

double switches_powered(const PlanInput& input) {
  const PortCount ports = input.ports();
  double powered = 0;
  for (const SwitchTier& tier : tiers_of(input, ports)) powered += switches_powered(input, tier, ports);
  return powered;
}

PlanPower network_power(const PlanInput& input, double load) {
  PlanPower power;
  const PortCount ports = input.ports();
  for (const SwitchTier& tier : tiers_of(input, ports)) add_switches(input, tier, ports, load, power);
  for (const PortKind& kind : ports.kinds)
    if (kind.of_hosts > 0) add_adapters(input, kind, load, power);
  return power;
}

}  // namespace ebb::inline planner
