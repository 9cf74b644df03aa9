// What a network is built of: one switch, one host adapter, transceivers by medium. Plans and runs read the
// same numbers from here, and what a file does not state is named.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "power/device/device.hpp"

namespace ebb::inline power {

/// Cables of one medium that run at one full rate.
struct LinkKind {
  Medium medium = Medium::copper;
  BitsPerSecond rate{};
  bool operator==(const LinkKind&) const = default;
};

struct Equipment {
  Device switch_device, nic;
  std::optional<Device> optics, copper;  ///< transceivers instead of the devices' own

  const Device* transceiver(Medium medium) const;

  /// The row of the switch's (or adapter's) file for this link. Where transceivers are named for the medium,
  /// a row of the same rate made for another medium does: the port is the same, the transceiver is not.
  const LinkPower* row(const Device& device, Medium medium, BitsPerSecond rate) const;

  /// Returns what a transceiver draws that is plugged in and up, beside a port of this row. A backplane has
  /// none. Nothing where a named transceiver does not know the rate.
  std::optional<Watts> transceiver_power(const LinkPower& row, Medium medium, BitsPerSecond rate) const;
};

/// Which of the numbers that make up a network's power the files do not state, for links of switches and
/// those of hosts: "cisco-8201-32fh (per_packet)". They count as nothing.
std::vector<std::string> missing_numbers(const Equipment& equipment, const std::vector<LinkKind>& of_switches,
                                         const std::vector<LinkKind>& of_hosts);

}  // namespace ebb::inline power
