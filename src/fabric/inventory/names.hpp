// Names of the parts of a network on real machines: in `ebb rules`, in an inventory, in the lab.
#pragma once

#include <fmt/core.h>

#include <string>

#include "network/names.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// By number: the lab's names for its bridges and namespaces, independent of the network's own names.
inline std::string switch_name(SwitchId s) { return fmt::format("s{}", s); }
inline std::string host_name(HostId h) { return fmt::format("h{}", h); }

/// By the network's own names, if it has any.
inline std::string switch_name(const Network& network, SwitchId s) { return name_of_switch(network, s, "s"); }
inline std::string host_name(const Network& network, HostId h) { return name_of_host(network, h, "h"); }
/// A port with its switch: "leaf1:eth3", "leaf1:3"; "s1:3" in a network without names. A host has one port,
/// which goes by the host's name.
inline std::string port_name(const Network& network, PortId p) {
  if (network.is_host_port(p)) return host_name(network, network.host_at(p));
  const SwitchId s = network.owner[p];
  const std::string own = own_name_of_port(network, p);
  return fmt::format("{}:{}", switch_name(network, s),
                     own.empty() ? std::to_string(p - network.first_port[s]) : own);
}
/// The name of the part at the other end of a port's cable.
inline std::string peer_name(const Network& network, PortId port) {
  const PortId other = network.peer[port];
  return network.is_host_port(other) ? host_name(network, network.host_at(other))
                                     : switch_name(network, network.owner[other]);
}

}  // namespace ebb::inline fabric
