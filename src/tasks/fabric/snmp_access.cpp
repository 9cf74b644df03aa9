#include "tasks/fabric/snmp_access.hpp"

#include <filesystem>
#include <fstream>

#include "base/problem.hpp"

namespace ebb::inline tasks {
namespace {

Result<SnmpTarget> target_of(const Inventory& inventory, const std::string& inventory_path,
                             const InventorySwitch& entry) {
  SnmpTarget target;
  target.name = entry.name, target.address = entry.snmp;
  target.user = inventory.snmp.user, target.community = inventory.snmp.community;
  if (target.user.empty()) return target;
  const auto path = std::filesystem::path(inventory_path).parent_path() / inventory.snmp.passwords;
  std::ifstream in(path);
  if (!std::getline(in, target.password) || !std::getline(in, target.privacy_password))
    return Problem{
        path.string(), "does not hold two lines with passwords",
        "write the password for authentication in the first line, the one for encryption in the second"};
  return target;
}

}  // namespace

Result<std::unique_ptr<SnmpSession>> open_snmp(const Inventory& inventory, const std::string& inventory_path,
                                               const InventorySwitch& entry) {
  const auto target = target_of(inventory, inventory_path, entry);
  if (!target) return target.problems();
  return SnmpSession::open(*target);
}

Result<std::unique_ptr<SnmpSession>> prepare_snmp(const Inventory& inventory,
                                                  const std::string& inventory_path,
                                                  const InventorySwitch& entry) {
  const auto target = target_of(inventory, inventory_path, entry);
  if (!target) return target.problems();
  return SnmpSession::prepare(*target);
}

}  // namespace ebb::inline tasks
