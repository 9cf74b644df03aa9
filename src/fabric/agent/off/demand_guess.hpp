// Estimates a traffic matrix from port counters, which give no pairs. First, what a host sent is divided
// among the others in proportion to what each received (a gravity model). Where the paths of all pairs are
// known, the estimate is then fitted to the bytes that crossed each cable between switches, repeatedly
// (iterative proportional fitting). The fit distinguishes pairs that use different cables. While cables are
// off, few do; so the fit starts from the estimates of the last readings, and gravity only lets new pairs in.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

/// Bytes between two readings: of each host, and through each port of a switch.
struct CountedBytes {
  std::vector<std::uint64_t> sent, arrived, crossed;
};

class DemandGuess {
 public:
  /// Keeps a reference to the network.
  explicit DemandGuess(const Network& network) : network_(network) {}

  /// Sets the ports between switches that frames of each pair leave by, ordered by first host. Empty:
  /// unknown.
  void set_paths(std::vector<std::vector<PortId>> ports_of_pairs);

  /// Calls visit(from, to, bytes) for each pair with traffic. The sum over a host's pairs equals the bytes
  /// counted as sent. Only a fit needs all pairs in memory.
  using Visit = std::function<void(HostId, HostId, double)>;
  void guess(const CountedBytes& counted, const Visit& visit);

 private:
  std::size_t pair(HostId from, HostId to) const { return std::size_t{from} * network_.hosts + to; }
  void by_gravity(const CountedBytes& counted, const Visit& visit) const;
  std::vector<double> first_estimate(const CountedBytes& counted) const;
  std::vector<double> fitted(const CountedBytes& counted) const;
  double fit_cables(const CountedBytes& counted, std::vector<double>& bytes) const;
  void fit_receivers(const CountedBytes& counted, std::vector<double>& bytes) const;
  void fit_senders(const CountedBytes& counted, std::vector<double>& bytes) const;

  const Network& network_;
  std::vector<std::vector<std::uint32_t>> pairs_by_;  ///< pairs that cross each port of a switch
  std::vector<double> lately_;  ///< by pair: bytes of the last readings, older ones less; empty: none yet
};

}  // namespace ebb::inline fabric
