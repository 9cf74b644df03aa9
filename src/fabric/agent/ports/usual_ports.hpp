// Default ports: OpenFlow numbers from 1 on at each switch, as in a lab, and the rates of the plan.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

inline std::vector<std::vector<std::uint32_t>> usual_ports(const Network& network) {
  std::vector<std::vector<std::uint32_t>> ports(network.switches());
  for (SwitchId s = 0; s < network.switches(); ++s)
    for (std::uint32_t p = 0; p < network.ports_of(s); ++p) ports[s].push_back(p + 1);
  return ports;
}

/// The rates of a switch's local ports in the plan.
inline std::vector<BitsPerSecond> full_rates(const Network& network, SwitchId s) {
  std::vector<BitsPerSecond> rates;
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
    rates.push_back(network.link(p).rate);
  return rates;
}

}  // namespace ebb::inline fabric
