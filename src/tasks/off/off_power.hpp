// The power that a cable and a switch save when they are off, from a device file or from given figures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"
#include "power/device/domain_power.hpp"

namespace ebb::inline tasks {

struct OffPower {
  std::vector<double> port_w;  ///< by port of a switch; empty: unknown
  double base_w = 0;           ///< of a switch; at most, where its file states power domains
  double most_port_w = 0;      ///< by one port, with its share of a module that several ports have to leave
  std::vector<DomainPower> domains;  ///< of the device: what parts save whose ports are all off
  std::string from;                  ///< text: the source of the figures

  bool known() const { return !port_w.empty(); }
  /// Returns what switches save that are off as a whole.
  double switches_w(const Network& network, const std::vector<SwitchId>& switches) const;
  /// Returns what other parts save without a port that is on, beside the ports themselves.
  double parts_w(const Network& network, const std::vector<PortId>& cables_off) const;
  /// Both ends of a cable together.
  double cable_w(const Network& network, PortId cable) const {
    return port_w[cable] + port_w[network.peer[cable]];
  }
};

/// Where the watts come from. Given figures take precedence over the device.
struct PowerSource {
  std::string device;            ///< a name of `ebb device list`, or a path from the current folder; "": none
  std::optional<double> port_w;  ///< what a port draws more on than off
  std::optional<double> base_w;  ///< what a switch draws more on than off, without its ports
};

/// Reports a device that does not state the rate or the medium of a cable.
Result<OffPower> off_power(const Network& network, const PowerSource& source);

}  // namespace ebb::inline tasks
