#include "fabric/agent/ports/port_cables.hpp"

#include <fmt/core.h>

#include "base/quantity.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {

/// Switching one end off first takes both ends down. No frame is sent into it, because paths already avoid
/// it.
Problems PortCables::switch_on(PortId port, bool on) {
  for (const PortId end : {port, network_.peer[port]})
    if (Problems problems = driver(end).enable(local(end), on); !problems.empty()) return problems;
  return {};
}

Problems PortCables::set_rate(PortId port, BitsPerSecond rate) {
  for (const PortId end : {port, network_.peer[port]})
    if (Problems problems = driver(end).set_rate(local(end), rate); !problems.empty()) return problems;
  for (const PortId end : {port, network_.peer[port]})
    for (const RefusedRate& refused : driver(end).apply_rates())
      if (refused.local == local(end))
        return {{fmt::format("{} port {}", driver(end).name(), local(end)),
                 fmt::format("does not take the rate {}: {}", quantity_text(rate), refused.why),
                 "the port keeps its old rate; remove what the reason names, and set the rate again"}};
  rates_[port] = rates_[network_.peer[port]] = rate;
  return {};
}

Result<PortReading> PortCables::read(PortId port) {
  driver(port).request_readings();
  const auto readings = driver(port).readings();
  if (!readings) return readings.problems();
  return (*readings)[local(port)];
}

Result<bool> PortCables::is_on(PortId port) {
  for (const PortId end : {port, network_.peer[port]}) {
    const auto reading = read(end);
    if (!reading) return reading.problems();
    if (!reading->enabled || !reading->up) return false;
  }
  return true;
}

Result<BitsPerSecond> PortCables::rate(PortId port) {
  BitsPerSecond slowest{0};
  for (const PortId end : {port, network_.peer[port]}) {
    if (!driver(end).sets_link_speed()) continue;
    const auto reading = read(end);
    if (!reading) return reading.problems();
    if (reading->speed.v > 0 && (slowest.v == 0 || reading->speed < slowest)) slowest = reading->speed;
  }
  if (slowest.v > 0) return slowest;
  if (const auto found = rates_.find(port); found != rates_.end()) return found->second;
  return Problem{fmt::format("{} port {}", driver(port).name(), local(port)),
                 "has an unknown rate: ports do not report theirs", "set a rate first"};
}

Result<std::vector<bool>> PortCables::all_on() {
  std::vector<bool> own(network_.peer.size(), false), both(own.size(), false);
  for (PortDriver* one : switches_) one->request_readings();
  for (SwitchId s = 0; s < switches_.size(); ++s) {
    const auto readings = switches_[s]->readings();
    if (!readings) return readings.problems();
    for (std::uint32_t i = 0; i < readings->size(); ++i)
      own[network_.first_port[s] + i] = (*readings)[i].enabled && (*readings)[i].up;
  }
  for (PortId port = 0; port < network_.switch_ports(); ++port)
    if (!network_.is_host_port(network_.peer[port])) both[port] = own[port] && own[network_.peer[port]];
  return both;
}

}  // namespace ebb::inline fabric
