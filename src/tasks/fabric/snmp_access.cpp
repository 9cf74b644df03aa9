#include "tasks/fabric/snmp_access.hpp"

#include <filesystem>
#include <fstream>

#include "base/problem.hpp"

namespace ebb::inline tasks {
namespace {

Result<SnmpTarget> snmp_user(const Inventory& inventory, const std::string& inventory_path) {
  SnmpTarget target;
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
  auto target = snmp_user(inventory, inventory_path);
  if (!target) return target.problems();
  target->name = entry.name, target->address = entry.snmp;
  return SnmpSession::open(*target);
}

}  // namespace ebb::inline tasks
