// The hosts and cables of a lab: namespaces, virtual interfaces, rates and addresses.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {

/// Runs many lines of `ip` or `tc` at once in a namespace; empty: this machine's. The first failing line ends
/// the batch, and its message names the line.
Problems run_batch(const std::string& program, const std::string& name_space, const std::string& lines);

/// One for the switches, one per host. IPv6 is off in all of them, because its own frames would be counted
/// too.
Problems make_namespaces(const LabNames& names, const Network& network);

/// Namespaces of these names, without IPv6.
Problems make_namespaces(const std::vector<std::string>& all);

/// "tbf rate 200000000bit burst 100000 limit 1250000": the shaper of a cable at this rate. The buffer is that
/// of the full rate, 50 ms: a slowed port keeps its memory and the queued frames.
std::string shaper_text(BitsPerSecond rate, BitsPerSecond full);
/// The buffer of a shaped port.
Bytes shaper_buffer(BitsPerSecond full);

/// Creates a pair of interfaces per cable.
Problems make_cables(const LabNames& names, const Network& network);

/// Shapes both ends of every cable to the rate of the settings, if there is one. Call it after the switches
/// have their ports: Open vSwitch removes the qdisc of an interface that it is given.
Problems shape_cables(const LabNames& names, const Network& network, const LabSettings& settings);

/// Sets addresses, neighbours and software checksums: a switch in user space would forward the incomplete
/// checksums that a kernel leaves to its network card. Hosts get their own addresses where there are any.
Problems set_up_hosts(const LabNames& names, const Network& network, const AddressPlan& addresses,
                      const LabSettings& settings, const std::vector<std::uint64_t>& own_addresses = {});

}  // namespace ebb::inline fabric
