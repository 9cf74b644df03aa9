// The devices of a network: one switch, or one for leaves and one for spines, one host adapter, transceivers
// by medium. Plans and runs read the
// same numbers from here. Numbers that a file does not state are listed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"
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
  std::optional<Device> spine;           ///< of switches without hosts, where it is another one
  std::optional<Device> optics, copper;  ///< transceivers instead of the devices' own

  const Device* transceiver(Medium medium) const;

  /// Returns the row of the switch's (or adapter's) file for this link. Where transceivers are named for the
  /// medium, a row of the same rate for another medium is used: the port is the same, only the transceiver
  /// differs.
  const LinkPower* row(const Device& device, Medium medium, BitsPerSecond rate) const;

  /// Returns the power of a transceiver that is plugged in and up, in a port of this row. A backplane has
  /// none, and neither has a port through which light only passes. Absent where a named transceiver does not
  /// state the rate.
  std::optional<Watts> transceiver_power(const LinkPower& row, Medium medium, BitsPerSecond rate) const;
};

/// Returns the numbers of a network's power that the files do not state, for links of switches, of hosts and
/// of spines that are another device: "cisco-8201-32fh (per_packet)". They count as zero.
std::vector<std::string> missing_numbers(const Equipment& equipment, const std::vector<LinkKind>& of_switches,
                                         const std::vector<LinkKind>& of_hosts,
                                         const std::vector<LinkKind>& of_spines = {});

}  // namespace ebb::inline power
