// The configurations of a lab's routers, and the inventory of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/routed/routing_protocol.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// The number of each cable between routers, by both its ports; it gives the cable's addresses.
std::vector<std::uint32_t> cable_numbers(const Network& network);

/// The daemons of one router, zebra first, and what each is configured with.
struct RouterDaemon {
  std::string name, configuration;
};
std::vector<RouterDaemon> router_daemons(const Network& network, SwitchId s, const LabSettings& settings);

/// How many neighbours the kernel has to remember (ARP) for all namespaces together: each end of a cable has
/// one.
std::uint32_t neighbours_of_all(const Network& network);

/// For `ebb agent`.
std::string router_inventory(const LabNames& names, const Network& network, RoutingProtocol protocol);

}  // namespace ebb::inline fabric
