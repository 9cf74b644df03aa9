// The OpenFlow numbers of ports where nobody says otherwise: from 1 on at each switch, as a lab has them.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

inline std::vector<std::vector<std::uint32_t>> usual_ports(const Network& network) {
  std::vector<std::vector<std::uint32_t>> ports(network.switches());
  for (SwitchId s = 0; s < network.switches(); ++s)
    for (std::uint32_t p = 0; p < network.ports_of(s); ++p) ports[s].push_back(p + 1);
  return ports;
}

}  // namespace ebb::inline fabric
