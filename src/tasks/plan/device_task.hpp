// The jobs of `ebb device`: list the devices that a plan can name, show the numbers of one, begin a new file.
#pragma once

#include <string>

#include "base/problem.hpp"
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

/// What a template of a device file is made from, as texts of such a file ("500W", "400Gb/s"); empty:
/// unknown.
struct DeviceTemplate {
  std::string kind = "switch", title, from, ports, fastest, base, port, transceiver, price;
};

/// Reports values that are not of their kind; `where` is the option.
Problems check(const DeviceTemplate& device);

/// The template: known values are filled in, missing ones are comments.
std::string device_toml(const DeviceTemplate& device);

}  // namespace ebb::inline tasks
