// A device file to begin with: what the user knows is filled in, what is missing stands there as a comment.
#pragma once

#include <string>

#include "base/problem.hpp"

namespace ebb::inline app {

/// Texts as a device file writes them ("500W", "400Gb/s"); empty: not known yet.
struct DeviceTemplate {
  std::string kind = "switch", title, from, ports, fastest, base, port, transceiver, price;
};

/// What is no number of its kind; `where` is the option.
Problems check(const DeviceTemplate& device);

std::string device_toml(const DeviceTemplate& device);

}  // namespace ebb::inline app
