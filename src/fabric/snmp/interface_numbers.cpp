#include "fabric/snmp/interface_numbers.hpp"

#include <fmt/format.h>

namespace ebb::inline fabric {

Result<std::map<std::string, unsigned long>> interface_numbers(SnmpSession& session) {
  static const SnmpName if_descr{1, 3, 6, 1, 2, 1, 2, 2, 1, 2}, if_name{1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 1};
  std::map<std::string, unsigned long> numbers;
  for (const SnmpName& column : {if_descr, if_name}) {
    const auto found = session.walk(column);
    if (!found) return found.problems();
    for (const auto& [rest, value] : *found)
      if (rest.size() == 1) numbers[value.text] = numbers[fmt::format("{}", rest[0])] = rest[0];
  }
  return numbers;
}

}  // namespace ebb::inline fabric
