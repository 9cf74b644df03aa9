// The hosts and cables of a lab: namespaces, virtual interfaces, rates and addresses.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {

/// One for the switches, one per host. None of them speaks IPv6, whose own frames would be counted as ours.
Problems make_namespaces(const LabNames& names, const Network& network);

/// "tbf rate 200000000bit burst 100000 limit 1250000": how a cable is shaped that has this rate now. Its
/// buffer is that of the full rate, 50 ms: a port that is slowed down keeps its memory, and what waits in it.
std::string shaper_text(BitsPerSecond rate, BitsPerSecond full);

/// A pair of interfaces per cable.
Problems make_cables(const LabNames& names, const Network& network);

/// Both ends of every cable get the rate of the settings, if those give one. After the switches have their
/// ports: Open vSwitch takes away what it finds on an interface that it is given.
Problems shape_cables(const LabNames& names, const Network& network, const LabSettings& settings);

/// Addresses, neighbours, and checksums that hosts compute themselves: a switch in user space would forward
/// the unfinished ones that a kernel leaves to its network card.
Problems set_up_hosts(const LabNames& names, const Network& network, const AddressPlan& addresses,
                      const LabSettings& settings);

}  // namespace ebb::inline fabric
