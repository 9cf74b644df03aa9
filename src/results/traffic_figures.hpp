// The properties of a traffic, as plain numbers: load, burstiness, asymmetry.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

/// The index of dispersion of counts: variance over mean of the packets that leave in windows of this length.
/// It is 1 for independent packets at any length, and grows with the length when bursts have bursts.
struct Dispersion {
  Picoseconds window{};
  std::uint64_t windows = 0;        ///< whole ones that were counted
  std::optional<double> one_host;   ///< of single hosts, each around its own mean
  std::optional<double> all_hosts;  ///< of all hosts together
};

struct HostFigures {
  std::uint64_t messages_sent = 0, messages_received = 0;
  std::uint64_t bytes_sent = 0, bytes_received = 0;  ///< on the wire
};

struct TrafficFigures {
  Picoseconds time{};
  std::uint64_t messages = 0, packets = 0, payload_bytes = 0, wire_bytes = 0;
  double load = 0;         ///< fraction of the hosts' channels, averaged over all hosts
  double utilisation = 0;  ///< of all channels at full rate, on shortest paths
  std::vector<Dispersion> dispersion;
  std::vector<HostFigures> hosts;
};

}  // namespace ebb::inline results
