// A template of a device file: known values are filled in, missing ones are comments.
#pragma once

#include <string>

#include "base/problem.hpp"

namespace ebb::inline tasks {

/// Texts as in a device file ("500W", "400Gb/s"); empty: unknown.
struct DeviceTemplate {
  std::string kind = "switch", title, from, ports, fastest, base, port, transceiver, price;
};

/// Reports values that are not of their kind; `where` is the option.
Problems check(const DeviceTemplate& device);

std::string device_toml(const DeviceTemplate& device);

}  // namespace ebb::inline tasks
