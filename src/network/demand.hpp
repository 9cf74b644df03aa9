// Demands: who sends how much to whom, host by host as a list, and switch by switch as a matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline network {

/// Traffic from one host to another.
struct HostDemand {
  HostId from = 0, to = 0;
  double bits_per_second = 0;
  bool operator==(const HostDemand&) const = default;
};

/// The traffic from the hosts of each switch to those of each other. Amounts are in any unit: bytes of a
/// trace, bits per second of a demand.
class SwitchDemand {
 public:
  explicit SwitchDemand(std::uint32_t switches)
      : switches_(switches), amounts_(std::size_t{switches} * switches, 0) {}

  /// Adds traffic between two hosts of the network. Hosts of one switch need no link between switches, so
  /// their traffic is not counted.
  void add(const Network& network, HostId from, HostId to, double amount) {
    const SwitchId source = network.switch_of_host(from), destination = network.switch_of_host(to);
    if (source != destination) at(source, destination) += amount;
  }

  double& at(SwitchId from, SwitchId to) { return amounts_[std::size_t{from} * switches_ + to]; }
  double at(SwitchId from, SwitchId to) const { return amounts_[std::size_t{from} * switches_ + to]; }
  std::uint32_t switches() const { return switches_; }

 private:
  std::uint32_t switches_;
  std::vector<double> amounts_;
};

/// The matrix of a list, in bits per second.
inline SwitchDemand demand_of_switches(const Network& network, const std::vector<HostDemand>& list) {
  SwitchDemand all(network.switches());
  for (const HostDemand& one : list) all.add(network, one.from, one.to, one.bits_per_second);
  return all;
}

}  // namespace ebb::inline network
