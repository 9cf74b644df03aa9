// Switches of a lab that are managed by SNMP: beside each bridge runs an snmpd and lab/snmp_switch.py, which
// serves the tables of a managed switch and applies them to the bridge. They begin as new switches do, with
// all ports in VLAN 1 and STP on.
#pragma once

#include "base/problem.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// The SNMP user of the lab, and the file of its passwords beside the inventory.
inline constexpr const char *lab_snmp_user = "ebb", *lab_snmp_passwords = "snmp.passwords";

/// What such switches need and is missing here.
Problems lab_snmp_obstacles();

/// Needs the bridges. The programs end with the lab.
Problems start_snmp_switches(const LabNames& names, const Network& network, const LabSettings& settings);

}  // namespace ebb::inline fabric
