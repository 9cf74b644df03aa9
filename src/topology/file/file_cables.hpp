// The kinds of cables of a file. A network has kinds, not single cables: those of equal medium, rate and
// delay are one kind.
#pragma once

#include <compare>
#include <map>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "topology/file/network_file.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

/// Defaults where the file has no value.
struct FileChoices {
  std::int64_t hosts_per_switch = 0;  ///< if the file has no hosts at all
  Medium medium = Medium::optical;    ///< of cables between switches
  Picoseconds delay_step{};           ///< delays are rounded up to whole steps; 0: they stay as they are
};

/// A value of 0 means that of [cables].
struct FileCable {
  std::string kind;  ///< "host", "switch", or what the file calls it
  Medium medium = Medium::copper;
  BitsPerSecond rate{};
  std::optional<Picoseconds> delay{};
  auto operator<=>(const FileCable&) const = default;
};

/// Returns the kind of a cable of the file; `to_host` when it leads to a host.
FileCable file_cable(const FileLink& link, bool to_host, const FileChoices& choices);
/// The cable of a host that is not a node of the file.
inline FileCable counted_host_cable(const FileNode& its_switch) {
  return {"host", Medium::copper, its_switch.host_rate.value_or(BitsPerSecond{}), {}};
}

/// Returns the kinds as link classes, in the same order, with unique names: "switch", "switch 40Gb/s".
std::vector<LinkClass> link_classes(const std::vector<FileCable>& kinds, const Cables& cables);

}  // namespace ebb::inline topology
