// The names of a network's parts: from the file it was read from, else from their numbers.
#pragma once

#include <string>
#include <string_view>

#include "network/network.hpp"

namespace ebb::inline network {

/// Returns the name of a switch. Without one, its number after `word`: "switch 3", or "s3" where real
/// switches have such names.
std::string name_of_switch(const Network& network, SwitchId s, std::string_view word = "switch ");
/// The same for a host: "host 12", "h12".
std::string name_of_host(const Network& network, HostId h, std::string_view word = "host ");
/// Returns the name of the switch or host that a port belongs to.
std::string name_of_owner(const Network& network, PortId p);

/// Returns the name of a port alone: "eth3"; empty where it has none.
std::string own_name_of_port(const Network& network, PortId p);
/// Returns a port with its switch or host: "leaf1:eth3"; "leaf1:3" where only the switch has a name; "switch
/// 3 port 5" where neither has. A host has one port, which has the host's name.
std::string name_of_port(const Network& network, PortId p);

}  // namespace ebb::inline network
