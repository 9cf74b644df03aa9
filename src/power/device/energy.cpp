#include "power/device/energy.hpp"

#include "base/ensure.hpp"
#include "power/device/domain_power.hpp"

namespace ebb::inline power {
namespace {

Joules of_traffic(const ChannelUse& use, const ChannelPower& power) {
  return {use.bits * power.per_bit.v + use.packets * power.per_packet.v};
}

/// Returns the power of a port in this state with its transceiver; absent where the device does not state it.
std::optional<Watts> port_with_transceiver(const Device& device, const LinkPower& row, Medium medium) {
  const bool known = row.port.given || (row.relative.given && device.full_port.given);
  if (!known) return std::nullopt;
  if (medium == Medium::backplane) return device.port_power(row);
  return device.port_power(row) + row.trx_in.value + row.trx_up.value;
}

/// Returns the power of a port that is off, with its part of a module whose other ports are on. Without
/// modules the row of the off state states the transceiver.
std::optional<Watts> power_when_off(const Device& device, Medium medium, const LinkPower* fastest) {
  const auto port = device.off_port(medium);
  if (!port) return std::nullopt;
  if (const PowerDomain* module = module_of(device, medium))
    return Watts{port->v + module->on.value.v / static_cast<double>(module->ports.value)};
  const LinkPower* row = device.off_row(medium);
  if (row) return port_with_transceiver(device, *row, medium);
  if (medium == Medium::backplane || !fastest) return port;
  return *port + fastest->trx_in.value + fastest->trx_up.value;
}

}  // namespace

ChannelPower proportional_power(Watts full, const RateLevels& states) {
  ChannelPower power;
  for (std::size_t i = 0; i < states.size(); ++i)
    power.in.push_back(full * (static_cast<double>(states[i].v) / static_cast<double>(states.fastest().v)));
  return power;
}

ChannelPower device_power(const Device& device, Medium medium, const RateLevels& states) {
  ChannelPower power;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const LinkPower* row = states[i].v > 0 ? device.link(medium, states[i]) : device.off_row(medium);
    if (states[i].v == 0)
      power.in.push_back(power_when_off(device, medium, device.link(medium, states.fastest())));
    else
      power.in.push_back(row ? port_with_transceiver(device, *row, medium) : std::nullopt);
    if (i + 1 == states.size() && row)
      power.per_bit = row->per_bit.value, power.per_packet = row->per_packet.value;
  }
  return power;
}

std::optional<Joules> energy_of(const ChannelUse& use, const ChannelPower& power) {
  const std::size_t states = power.in.size();
  ENSURE(use.time_in.size() == 2 * states || use.time_in.size() == states);
  Joules sum = of_traffic(use, power);
  for (std::size_t i = 0; i < use.time_in.size(); ++i) {
    if (use.time_in[i].v == 0) continue;
    const std::optional<Watts>& watts = power.in[i % states];
    if (!watts) return std::nullopt;
    sum.v += (*watts * use.time_in[i]).v;
  }
  return sum;
}

std::optional<Joules> always_full(const ChannelUse& use, const ChannelPower& power) {
  ChannelUse full = use;
  full.time_in.assign(power.in.size(), {});
  for (const Picoseconds t : use.time_in) full.time_in.back() += t;
  return energy_of(full, power);
}

std::optional<Joules> for_bits_alone(const ChannelUse& use, const ChannelPower& power, BitsPerSecond full) {
  if (!power.in.back()) return std::nullopt;
  return Joules{power.in.back()->v * use.bits / static_cast<double>(full.v) + of_traffic(use, power).v};
}

}  // namespace ebb::inline power
