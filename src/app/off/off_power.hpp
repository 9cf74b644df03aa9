// The power that a cable and a switch save when they are off, from a device file or from the user.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline app {

struct OffPower {
  std::vector<double> port_w;  ///< by port of a switch; empty: unknown
  double base_w = 0;           ///< of a switch
  std::string from;            ///< text: the source of the figures

  bool known() const { return !port_w.empty(); }
  /// Both ends of a cable together.
  double cable_w(const Network& network, PortId cable) const {
    return port_w[cable] + port_w[network.peer[cable]];
  }
};

/// The value of an optional number: negative means not given.
inline std::optional<double> typed_number(double value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

/// --device and --watts, as typed: the source of a port's power.
struct PowerOptions {
  std::string device;
  double watts = -1;  ///< negative: not typed

  std::optional<double> port_w() const { return typed_number(watts); }
  struct Added {
    Option *device, *watts;
  };
  Added add_options(Command& command, const std::string& device_help);
};

/// Typed watts take precedence over the device. A path to a device is relative to the current folder. Reports
/// a device that does not state the rate or the medium of a cable.
Result<OffPower> off_power(const Network& network, const std::string& device, std::optional<double> port_w,
                           std::optional<double> base_w);

}  // namespace ebb::inline app
