// Measures a stream of messages: load, burstiness at several timescales, asymmetry. Packets are counted when
// they would leave a host whose channel has its full rate, in order and without waiting.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"
#include "results/traffic_figures.hpp"
#include "traffic/job/rehearsal.hpp"

namespace ebb::inline traffic {

class TrafficMeasure {
 public:
  /// The network must outlive the measure. Only messages sent before `time` count.
  TrafficMeasure(const Network& network, const Cutting& cutting, std::uint64_t seed, Picoseconds time);

  /// Messages in the order of time.
  void add(const SentMessage& message);
  TrafficFigures figures() const;

 private:
  /// Packets of one host in windows of one length. Hosts send in order, so one window is open at a time.
  struct HostWindows {
    std::int64_t open = 0;
    std::uint64_t in_open = 0;
    std::uint64_t packets = 0, squares = 0;  ///< in the windows before
  };
  struct Scale {
    Picoseconds window{};
    std::int64_t windows = 0;  ///< whole ones
    std::vector<HostWindows> hosts;
    std::vector<std::uint64_t> together;  ///< packets of all hosts in each window; empty: there are too many
  };

  void count_packet(HostId host, Picoseconds at);
  double channels_between(HostId a, HostId b);
  static Dispersion dispersion(const Scale& scale);

  const Network& network_;
  const Cutting cutting_;
  TrafficFigures figures_;
  std::vector<Picoseconds> free_at_;  ///< of each host's channel
  std::vector<Scale> scales_;
  std::vector<std::vector<std::uint8_t>> hops_;  ///< from each switch that has sent; empty: not searched yet
  double mean_channels_ = 0;                     ///< instead of hops_, for networks too large for them
  double channel_bytes_ = 0;
};

}  // namespace ebb::inline traffic
