// What a cable and a switch draw more on than off: from a device file, or as the user says it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline app {

struct OffPower {
  std::vector<double> port_w;  ///< of each port of a switch; empty: nobody has said
  double base_w = 0;           ///< of a switch
  std::string from;            ///< for people: whose figures they are

  bool known() const { return !port_w.empty(); }
  /// Both ends of a cable together.
  double cable_w(const Network& network, PortId cable) const {
    return port_w[cable] + port_w[network.peer[cable]];
  }
};

/// A number of an option that may be left out: negative, it was.
inline std::optional<double> typed_number(double value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

/// --device and --watts, as typed: whose figures of a port count.
struct PowerOptions {
  std::string device;
  double watts = -1;  ///< negative: not typed

  std::optional<double> port_w() const { return typed_number(watts); }
  struct Added {
    Option *device, *watts;
  };
  Added add_options(Command& command, const std::string& device_help);
};

/// What is typed goes before what the device says; a path to a device starts from the current folder.
/// Problems: a device that does not know the rate or the medium of a cable.
Result<OffPower> off_power(const Network& network, const std::string& device, std::optional<double> port_w,
                           std::optional<double> base_w);

}  // namespace ebb::inline app
