// The devices that a plan can name, and the numbers of one of them. The jobs of `ebb device list` and
// `ebb device show`; device_template.hpp has that of `ebb device new`.
#pragma once

#include <string>

#include "base/result.hpp"
#include "report/document/table.hpp"

namespace ebb::inline tasks {

/// The readable devices, a row each: name, kind, ports, title. `problems` has what is wrong with the others.
struct DeviceList {
  Table table;
  Problems problems;
};
DeviceList list_devices();

/// Every number of a device with its source. A name as in the list, or the path of a .toml file.
Result<Table> device_numbers(const std::string& name);

}  // namespace ebb::inline tasks
