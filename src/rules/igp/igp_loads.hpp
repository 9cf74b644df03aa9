// The load of each channel of an IGP network under shortest paths with equal-cost multipath: every router
// splits the traffic to a destination evenly over all of its channels that are on a shortest path. Links
// change one at a time, and only destinations whose paths a link is on, or comes to be on, are computed
// again.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "network/igp_network.hpp"

namespace ebb::inline rules {

class IgpLoads {
 public:
  /// All links are on. Keeps a reference to the network. Demands between the same two routers add up.
  IgpLoads(const IgpNetwork& network, const std::vector<IgpDemand>& demands, double scale = 1);

  /// Switches a link off or on.
  void set(IgpLinkId link, bool on);
  /// Makes the links those of `on`. What was set before has no influence on the bits of the loads.
  void set_all(const std::vector<bool>& on);
  /// Takes back the last set(). Only once after each.
  void undo();

  bool is_on(IgpLinkId link) const { return on_[link]; }
  const std::vector<bool>& on() const { return on_; }
  double load(IgpChannelId channel) const { return loads_[channel]; }
  const std::vector<double>& loads() const { return loads_; }
  /// Ordered pairs of routers without a path.
  std::uint64_t pairs_cut() const { return cut_; }

 private:
  static constexpr std::int64_t unreachable = std::numeric_limits<std::int64_t>::max() / 4;
  /// What one destination had before the last change.
  struct Old {
    RouterId to = 0;
    std::vector<std::int64_t> distances;
    std::vector<double> flows;
  };

  std::int64_t& distance(RouterId to, RouterId at) {
    return distances_[std::size_t{to} * network_.size() + at];
  }
  double& flow(RouterId to, IgpChannelId c) { return flows_[std::size_t{to} * network_.channels() + c]; }
  bool changes_paths(RouterId to, IgpLinkId link, bool on);
  void route(RouterId to);
  void find_distances(RouterId to);
  void spread(RouterId to);
  void sum_up();

  const IgpNetwork& network_;
  std::vector<std::vector<IgpChannelId>> out_;  ///< channels that leave each router
  std::vector<bool> on_;
  std::vector<double> demands_;          ///< by destination and source
  std::vector<std::int64_t> distances_;  ///< by destination and router
  std::vector<double> flows_;            ///< by destination and channel
  std::vector<double> loads_;            ///< by channel
  std::uint64_t cut_ = 0;
  // What undo() needs, with memory that is used again.
  std::vector<Old> old_;
  std::size_t olds_ = 0;
  std::vector<double> old_loads_;
  std::uint64_t old_cut_ = 0;
  IgpLinkId changed_ = 0;
  // Work space of route().
  std::vector<std::pair<std::int64_t, RouterId>> heap_;
  std::vector<std::pair<std::int64_t, RouterId>> order_;
  std::vector<double> at_router_;
};

}  // namespace ebb::inline rules
