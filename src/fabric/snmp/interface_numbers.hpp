// The interfaces of a managed switch by name (IF-MIB).
#pragma once

#include <map>
#include <string>

#include "base/result.hpp"
#include "fabric/snmp/snmp_session.hpp"

namespace ebb::inline fabric {

/// The ifIndex of each interface by its ifName, its ifDescr and its own number as text.
Result<std::map<std::string, unsigned long>> interface_numbers(SnmpSession& session);

}  // namespace ebb::inline fabric
