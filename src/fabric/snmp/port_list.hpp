// Sets of a bridge's ports as Q-BRIDGE-MIB writes them (PortList): one bit per port, the highest bit of the
// first octet (0x80) is port 1.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace ebb::inline fabric {

/// Numbers of bridge ports (dot1dBasePort), from 1. They are not the ports' ifIndex.
using PortSet = std::set<std::uint32_t>;

/// At least so many octets, more where the highest port needs them. Switches refuse lists that are too short.
std::string to_port_list(const PortSet& ports, std::size_t octets);
PortSet from_port_list(std::string_view list);

/// True when both name the same ports: a switch may return more or fewer octets of zeros than it was given.
bool same_ports(std::string_view one, std::string_view other);

/// "1 2 5-7"; "none"
std::string ports_text(const PortSet& ports);

PortSet common_ports(const PortSet& one, const PortSet& other);
PortSet without_ports(const PortSet& ports, const PortSet& removed);

}  // namespace ebb::inline fabric
