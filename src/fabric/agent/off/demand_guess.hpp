// Who sent how much to whom, guessed from the counters of ports. Counters do not say it: what a host sent is
// first shared out over the others by how much each of them received (a gravity model). Where the ways of all
// pairs are known, the shares are then fitted to what crossed each cable between switches, again and again
// (iterative proportional fitting), which pulls pairs apart that use different cables.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

/// Bytes between two looks: of each host, and through each port of a switch.
struct CountedBytes {
  std::vector<std::uint64_t> sent, arrived, crossed;
};

class DemandGuess {
 public:
  /// Keeps a reference.
  explicit DemandGuess(const Network& network) : network_(network) {}

  /// The ports between switches that frames from one host to another leave by, for each pair, the first
  /// host's pairs first. Empty: nobody knows.
  void set_ways(std::vector<std::vector<PortId>> ways);

  /// Calls visit(from, to, bytes) for each pair that sent something. What a host sent adds up to what was
  /// counted. Only a fit needs all pairs in memory.
  using Visit = std::function<void(HostId, HostId, double)>;
  void guess(const CountedBytes& counted, const Visit& visit) const;

 private:
  std::size_t pair(HostId from, HostId to) const { return std::size_t{from} * network_.hosts + to; }
  void by_gravity(const CountedBytes& counted, const Visit& visit) const;
  std::vector<double> fitted(const CountedBytes& counted) const;
  double fit_cables(const CountedBytes& counted, std::vector<double>& bytes) const;
  void fit_receivers(const CountedBytes& counted, std::vector<double>& bytes) const;
  void fit_senders(const CountedBytes& counted, std::vector<double>& bytes) const;

  const Network& network_;
  std::vector<std::vector<std::uint32_t>> pairs_by_;  ///< that cross each port of a switch
};

}  // namespace ebb::inline fabric
