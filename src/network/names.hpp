// What the parts of a network are called: as in the file it was read from, else by their numbers.
#pragma once

#include <string>
#include <string_view>

#include "network/network.hpp"

namespace ebb::inline network {

/// The name of a switch; without one, its number after `word`: "switch 3", or "s3" where real switches have
/// such names.
std::string name_of_switch(const Network& network, SwitchId s, std::string_view word = "switch ");
/// The same for a host: "host 12", "h12".
std::string name_of_host(const Network& network, HostId h, std::string_view word = "host ");
/// The switch or host that a port belongs to.
std::string name_of_owner(const Network& network, PortId p);

/// The name of a port alone: "eth3"; empty where it has none.
std::string own_name_of_port(const Network& network, PortId p);
/// A port with its switch or host: "leaf1:eth3"; "leaf1:3" where the switch has a name and the port has not;
/// "switch 3 port 5" where neither has. A host has one port, which goes by the host's name.
std::string name_of_port(const Network& network, PortId p);

}  // namespace ebb::inline network
