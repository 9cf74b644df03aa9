// SNMP sessions to the switches of an inventory.
#pragma once

#include "base/result.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/snmp/snmp_session.hpp"

namespace ebb::inline tasks {

/// Opens a session as the inventory's SNMP user. Passwords are in a file beside the inventory, not in it.
Result<std::unique_ptr<SnmpSession>> open_snmp(const Inventory& inventory, const std::string& inventory_path,
                                               const InventorySwitch& entry);
/// The same without contacting the switch: the first request opens the session.
Result<std::unique_ptr<SnmpSession>> prepare_snmp(const Inventory& inventory,
                                                  const std::string& inventory_path,
                                                  const InventorySwitch& entry);

}  // namespace ebb::inline tasks
